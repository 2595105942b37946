" Colours of books in the gamebook language, for Vim 9 and Neovim.
" The three lists of words are made from the grammar: `make editors`. The rest is written by hand.
if exists('b:current_syntax')
  finish
endif
let s:saved = &cpoptions
set cpoptions&vim

let s:words = split('
      \ account after aim all alone and any anytime as ask at author back best beyond book both box busy by
      \ carry chapter choose chooses codeword columns combat compare count deadline defeat dice do draft each
      \ else ending erase escape event expect expected exploding fight fights first foe for from front gain
      \ hero highest if in include initial item keep knows language ledger less let limit local lose lost
      \ lowest may mod more nearest none not note number of on one one-of option or others otherwise param pay
      \ phrase pool random reader repeat residual resolve restore return rival roll round rounds rows rule
      \ scope score secret set sheet silent start stat store strategy strict succeed swap system systematic
      \ table test then tick ticked ties time times to together until up use victory visited when while wins
      \ with won words wounded wounds
      \ ')
let s:header = split('
      \ account aim anytime at author back book carry codeword combat draft each expect first foe front hero
      \ include item language let limit local number one-of option others otherwise param phrase resolve round
      \ rule sheet start stat strategy succeed system table test then ties use when while won wounds
      \ ')
let s:fight = split('
      \ after busy each escape foe local lost on then together with won wounded
      \ ')

syntax case match
syntax spell toplevel
syntax sync fromstart
syntax iskeyword @,48-57,_,-,192-255
" `excludenl` everywhere before a `$`: else what ends with its line carries the region around it into the next line.
let s:letter = '\%(_\|[^[:blank:][:punct:][:digit:]]\)'
let s:name = s:letter .. '\%(\d\|' .. s:letter .. '\)*'
" Where a word is no part of a longer name.
let s:end = '\%([[:alnum:]_-]\)\@!'

" ---- what is in a line of rules
syntax cluster gamebookCode contains=gamebookComment,gamebookPart,gamebookString,gamebookDice,gamebookNumber,gamebookWord,gamebookName,gamebookOperator,gamebookArrow,gamebookValue
execute 'syntax keyword gamebookWord contained' join(s:words)
syntax match gamebookOperator contained /\%([-+*\/=<>!|:]\|\.\.\)\+/
syntax match gamebookArrow contained /->/
" A hyphen between letters belongs to a name.
execute 'syntax match gamebookName contained /' .. s:name .. '\%(-' .. s:name .. '\)*/'
syntax match gamebookNumber contained /[[:alnum:]_]\@1<!\d\+\%(\.\d\+\)\=%\=/
syntax match gamebookDice contained /[[:alnum:]_]\@1<!\d*d\d\+/
syntax region gamebookString contained oneline start=/"/ skip=/\\./ end=/"/ excludenl end=/$/ contains=gamebookComment,gamebookEscape

" ---- prose
syntax match gamebookEscape /\\\S/
syntax region gamebookValue oneline matchgroup=gamebookBracket start=/{/ end=/}/ excludenl end=/$/ contains=@gamebookCode

" ---- lines of a chapter, by their marks
syntax match gamebookHead excludenl /^===\s.*$/ contains=gamebookHeadMark,gamebookComment,@Spell
syntax match gamebookHeadMark contained /^===/ nextgroup=gamebookChapter skipwhite
syntax match gamebookChapter contained /\S\+/
syntax region gamebookRule oneline keepend matchgroup=gamebookRuleMark start=/\%(^\s*\)\@<=\~/ excludenl end=/$/ contains=@gamebookCode
syntax region gamebookTurn oneline keepend matchgroup=gamebookArrow start=/\\\@1<!->/ excludenl end=/$/ contains=@gamebookCode
syntax region gamebookCondition contained oneline matchgroup=gamebookBracket start=/\[\ze\s*\%(if\|knows\)\>/ end=/\]/ excludenl end=/$/ contains=@gamebookCode
syntax region gamebookChoice oneline keepend matchgroup=gamebookChoiceMark start=/\%(^\s*\)\@<=\*\ze\s/ excludenl end=/$/ contains=gamebookCondition,gamebookTurn,gamebookValue,gamebookEscape,gamebookComment,@Spell
" 3-5 -> 51
syntax match gamebookNumber /\%(^\s\+\)\@<=-\=\d\+\%(\s*\%(-\|\.\.\)\s*-\=\d\+\)\=\ze\s*\%(:\|->\|\/\/\|$\)/
" A line under a fight looks like `with attack = -2`, `after 5 rounds -> 12`, `busy "Wolf"`, `each round`; prose may begin
" with the same words.
execute 'syntax region gamebookFightLine oneline keepend matchgroup=gamebookFightWord start=/\%(^\s\+\)\@<=\%(' .. join(s:fight, '\|') .. '\)' .. s:end .. '\ze\s*\%("\|\d\|$\|\/\/\|[^.!?]*\%(=\|->\|\d\s*$\)\|[[:alnum:]_-]\+\s*$\)/ excludenl end=/$/ contains=@gamebookCode'

" ---- comments win over all that stands above
syntax keyword gamebookTodo contained TODO
syntax match gamebookComment excludenl /\%(^\|\s\)\@1<=\/\/.*$/ contains=gamebookTodo,@Spell
syntax match gamebookPart excludenl /^\s*\/\/\s*---.*$/ contains=@Spell

" ---- the header: what stands before the first chapter. It may begin with a comment, and has to win over it
syntax region gamebookHeader start=/\%^\%(===\s\)\@!/ end=/^\ze===\s/ contains=gamebookDeclaration,gamebookRule,gamebookTurn,gamebookChoice,gamebookNumber,gamebookFightLine,gamebookValue,gamebookEscape,gamebookComment,gamebookPart
execute 'syntax region gamebookDeclaration contained oneline keepend matchgroup=gamebookHeaderWord start=/\%(^\s*\)\@<=\%(' .. join(s:header, '\|') .. '\)' .. s:end .. '[''’,.!?;]\@!/ excludenl end=/$/ contains=@gamebookCode'

highlight default link gamebookArrow Special
highlight default link gamebookBracket Delimiter
highlight default link gamebookChapter Identifier
highlight default link gamebookChoice String
highlight default link gamebookChoiceMark Special
highlight default link gamebookComment Comment
highlight default link gamebookDice Number
highlight default link gamebookEscape SpecialChar
highlight default link gamebookFightWord Statement
highlight default link gamebookHead Title
highlight default link gamebookHeaderWord Structure
highlight default link gamebookHeadMark Delimiter
highlight default link gamebookNumber Number
highlight default link gamebookOperator Operator
highlight default link gamebookPart SpecialComment
highlight default link gamebookRuleMark PreProc
highlight default link gamebookString String
highlight default link gamebookTodo Todo
highlight default link gamebookWord Statement

unlet s:words s:header s:fight s:letter s:name s:end
let b:current_syntax = 'gamebook'
let &cpoptions = s:saved
unlet s:saved
