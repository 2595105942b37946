"""A table as Parquet, for pandas, Polars or DuckDB. It needs pyarrow, which not every author installs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from io import BytesIO

from gamebook.errors import Unavailable

Columns = Mapping[str, Sequence[object]]
"""By name the values of a column, a row each; of a column the values have one type, or are None."""


def need_pyarrow() -> None:
    """See that a table can be written, before it is worked out.

    Raises:
        Unavailable: pyarrow is not installed.
    """
    if find_spec("pyarrow") is None:
        raise Unavailable("Parquet needs pyarrow: pip install 'gamebook[parquet]'; CSV needs nothing")


def parquet(columns: Columns) -> bytes:
    """The table as Parquet.

    Raises:
        Unavailable: pyarrow is not installed.
    """
    need_pyarrow()
    import pyarrow as pa  # noqa: PLC0415 - an extra, and large
    from pyarrow.parquet import write_table  # noqa: PLC0415

    file = BytesIO()
    write_table(pa.table(dict(columns)), file)
    return file.getvalue()
