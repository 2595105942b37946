"""From Lark's tree to the syntax tree: one method a rule, named like it.

Values, steps, fights and header build on one another, so the builder is one class in four storeys.
"""

from gamebook.syntax.build.header import Builder

__all__ = ["Builder"]
