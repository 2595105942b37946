" Books in the gamebook language: comments, indentation, and names with hyphens.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s comments=://
setlocal expandtab shiftwidth=4 softtabstop=4 autoindent
setlocal iskeyword+=-

let b:undo_ftplugin = 'setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< autoindent< iskeyword<'
