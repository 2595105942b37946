-- For Neovim 0.11 or newer, which finds this file in the folder `lsp` of a package: vim.lsp.enable("gamebook")

return {
  cmd = { "gamebook", "lsp" },
  filetypes = { "gamebook" },
  root_markers = { ".git" },
  init_options = { hero = "average", hints = "all" },
}
