" What the letters at the places of places.json are called, and the pattern for comments, into told.json.
let s:groups = []
for [s:line, s:column] in json_decode(join(readfile('places.json')))
  call add(s:groups, synIDattr(synID(s:line, s:column, 1), 'name'))
endfor
call writefile([json_encode({'groups': s:groups, 'comment': printf(&commentstring, 'item rope')})], 'told.json')
qall!
