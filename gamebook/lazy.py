"""Structs with types that are imported for type checkers only: a command does not wait for what it may not use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import NODEFAULT, Struct, StructMeta

if TYPE_CHECKING:
    from inspect import Signature


class _AsWritten(StructMeta):
    """The signature has the types as they are written; msgspec would look for each, and raise `NameError`."""

    @property
    def __signature__(self) -> Signature:
        """What `help` and editors show."""
        from inspect import Parameter, Signature, get_annotations  # noqa: PLC0415 - takes 10 ms, and few ask

        types = {name: hint for base in reversed(self.__mro__) for name, hint in get_annotations(base).items()}
        fields, defaults = self.__struct_fields__, self.__struct_defaults__
        shown = [Parameter.empty] * (len(fields) - len(defaults))
        shown += [Parameter.empty if each is NODEFAULT else each for each in defaults]
        return Signature([
            Parameter(
                name,
                Parameter.POSITIONAL_OR_KEYWORD if name in self.__match_args__ else Parameter.KEYWORD_ONLY,
                default=default,
                annotation=types[name],
            )
            for name, default in zip(fields, shown, strict=True)
        ])  # fmt: skip


if TYPE_CHECKING:  # they would take a class between for a struct that can be changed, and let none below be frozen
    LazyStruct = Struct
else:

    class LazyStruct(Struct, metaclass=_AsWritten):
        """A struct some of whose fields have types that are imported only where they are used."""
