-- What Neovim hears of the book, into told.json.
local function codes()
  return vim.tbl_map(function(each) return each.code end, vim.diagnostic.get(0))
end
vim.wait(60000, function() return #codes() > 0 end, 50)
local found = { findings = codes(), hints = vim.lsp.inlay_hint.is_enabled({ bufnr = 0 }) }
vim.fn.writefile({ vim.fn.json_encode(found) }, "told.json")
vim.cmd("qall!")
