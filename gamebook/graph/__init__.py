"""The chapter map as a networkx graph."""
