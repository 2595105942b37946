"""Books as programs: a graph of small instructions over integer variables, and what can be known before solving."""
