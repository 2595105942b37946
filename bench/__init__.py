"""Measurements of this machine: `python -m bench`."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the command
