"""Reports: what an analysis found, as sections of typed cells and as plain data. How they are written: `render`."""
