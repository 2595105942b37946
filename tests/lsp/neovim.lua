-- Neovim as a language client: what it hears of a book with a wrong number, and what its edits make of it.
local config = dofile(vim.env.GAMEBOOK_CONFIG)
local client = vim.lsp.start_client({
  name = "gamebook", cmd = config.cmd, root_dir = vim.fn.getcwd(), init_options = config.init_options,
})
vim.lsp.buf_attach_client(0, client)
local found = {}

local function findings()
  return vim.tbl_map(function(each) return { each.lnum + 1, each.code } end, vim.diagnostic.get(0))
end

local function ask(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 30000) or {}) do
    return answer.result
  end
end

local function edit(change)
  vim.lsp.util.apply_workspace_edit(change, "utf-16")
end

local function go(words)
  vim.fn.cursor(1, 1)
  local line = vim.fn.search(words)
  local column = vim.fn.match(vim.fn.getline(line), words) + #"-> "
  vim.api.nvim_win_set_cursor(0, { line, column })
end

vim.wait(60000, function() return #findings() > 0 end, 50)
found.findings = findings()

go("-> 33")
local here = vim.lsp.util.make_range_params()
here.context = { diagnostics = {} }
for _, action in ipairs(ask("textDocument/codeAction", here)) do
  if action.title == "Write chapter 33" then
    edit(action.edit)
  end
end
vim.wait(60000, function() return #findings() == 0 end, 50)
found.mended = findings()

go("-> 3$")
local params = vim.lsp.util.make_position_params()
found.title = ask("textDocument/hover", params).contents.value
local list = ask("textDocument/completion", params)
found.chapters = vim.tbl_map(function(each) return each.label end, list.items or list)
params.newName = "303"
edit(ask("textDocument/rename", params))
found.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") .. "\n"

vim.fn.writefile({ vim.fn.json_encode(found) }, vim.env.FOUND)
vim.cmd("qall!")
