autocmd BufNewFile,BufRead *.gbk setfiletype gamebook
