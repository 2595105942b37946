"""Many variants of a book at once: `gamebook sweep`.

A plan (`plan`) names axes: heroes, settings, numbers, readers, strategies, git revisions. Each combination is a variant
(`variants`) and a task (`task`), which is plain text: it can go to another process or to another machine. A crew does
the tasks: processes of this machine (`crew`) or a Dask cluster (`cluster`). What they find is kept in a file (`store`)
under a key made from everything that counts, so a sweep that was interrupted goes on where it stopped. `run` ties these
together, and `table` shows the results.
"""
