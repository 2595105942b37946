" For ALE, a plugin for Vim and Neovim: findings, completion and names from the language server.
call ale#linter#Define('gamebook', {
      \ 'name': 'gamebook',
      \ 'lsp': 'stdio',
      \ 'executable': 'gamebook',
      \ 'command': '%e lsp',
      \ 'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h')},
      \ })
