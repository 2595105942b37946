"""The studio: a writer's desk in the browser, with the text on the left and the map on the right.

How it works
    `gamebook studio` starts a small web server on this machine (`server`). One guard stands in front of every request
    and every websocket (`guard`). The page (`static/index.html`) is made of plain ES modules; only CodeMirror comes
    from others, as one committed file (`static/vendor/editor.js`, made by `make vendor`).

    The page opens two websockets. Over `/lsp` its editor talks to the language server that other editors use, too
    (`bridge`, `gamebook.lsp`). Over `/ask` it asks for everything else (`asks`), in JSON:

        page   {"id": 7, "ask": "map.layout", "with": {"parts": true}}     a question; `with` are its arguments
        desk   {"id": 7, "progress": {"phase": "listing states", "done": 1200, "total": null}}
        desk   {"id": 7, "answer": …}   or   {"id": 7, "failure": {"kind": "book", "message": "…"}}
        page   {"cancel": 7}            nobody wants that answer any more: its failure is of the kind "cancelled"
        desk   {"event": "changed", "with": {…}}      something happened that nobody asked about

    What a page knows of its files lies on its `desk`: the texts that are open, saved or not. There the `questions` are
    answered that need no solver. Files are read and written only below the opened folder (`folder`); what is not saved
    yet lies beside them, in a file for each page (`unsaved`). What takes long is done in processes of their own
    (`solvers` starts them, `helper` is what each of them does): a question that is asked again, by the same page,
    replaces the one before; a process that ends is replaced, and the page says so. Books are read in a thread
    (`reader`), those of language servers and those of desks: a long one takes seconds, and texts are kept and saved
    meanwhile.

How a panel is added
    1. A Python module in `panels/` whose `WORK` names functions: `{"map.layout": layout}`. Each is called in a process
       with a `Bench` (the book with its unsaved texts, and a memory between two questions) and the arguments as a
       dictionary, and gives what JSON can say; a number that is infinite or unknown (nan) comes to the page as null.
       It may raise `GamebookError`. `panels.MODULES` lists the modules.
    2. A JavaScript module in `static/panels/` that exports `panel = {name, title, open(studio, place)}`; `open` is
       called once, when the panel is first shown, and fills the element `place`. `static/panels.js` lists the modules.
       What `studio` offers is told at the top of `static/studio.js`.
"""
