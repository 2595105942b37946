"""Who does tasks (`gamebook.tasks`) beside this process: processes of this machine, or a Dask cluster.

`processes` and `cluster` are crews; `store` keeps results in a file, and `keeping` is a crew that looks there first.
`helper` is a process that answers an editor or a page, which are no crews.
"""
