-- Neovim 0.11 or newer: save this as ~/.config/nvim/lsp/gamebook.lua, and add to init.lua:
--
--     vim.filetype.add({ extension = { gbk = "gamebook" } })
--     vim.lsp.enable("gamebook")
--     vim.lsp.inlay_hint.enable()

return {
  cmd = { "gamebook", "lsp" },
  filetypes = { "gamebook" },
  root_markers = { ".git" },
  init_options = { hero = "average", hints = "all" },
}
