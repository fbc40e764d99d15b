"""The API reference as Markdown, made from the compiled files of `proto/` and their comments."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    MethodDescriptorProto,
)

PROTO = Path(__file__).parent.parent / "proto"
# Read in this order; the files of the games follow by name.
FIRST = ("burgrave/v1/game_service.proto", "burgrave/v1/game.proto")
# Numbers of fields in descriptor.proto, of which the paths of comments consist.
MESSAGE, ENUM, SERVICE = 4, 5, 6
FIELD, NESTED, NESTED_ENUM, ONEOF, VALUE, METHOD = 2, 3, 4, 8, 2, 2

Place = tuple[int, ...]


def files() -> list[FileDescriptorProto]:
    """Every file of ours, with its comments."""
    names = sorted(str(file.relative_to(PROTO)) for file in PROTO.rglob("*.proto"))
    with tempfile.NamedTemporaryFile() as compiled:
        subprocess.run(
            [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", "--include_source_info",
             f"--descriptor_set_out={compiled.name}", *names],
            check=True,
        )  # fmt: skip
        found = FileDescriptorSet.FromString(Path(compiled.name).read_bytes()).file
    rank = {name: place for place, name in enumerate(FIRST)}
    return sorted(found, key=lambda file: (rank.get(file.name, len(FIRST)), file.name))


def markdown() -> str:
    """Every service, call, message, field and enum, a section for each file."""
    return "\n".join(line for file in files() for line in Section(file).lines())


class Section:
    """What one file says."""

    def __init__(self, file: FileDescriptorProto) -> None:
        self._file = file
        self._comments = {
            tuple(location.path): location.leading_comments or location.trailing_comments
            for location in file.source_code_info.location
        }

    def lines(self) -> Iterator[str]:
        yield f"## {self._file.name}\n"
        for place, service in enumerate(self._file.service):
            yield f"### {service.name}\n"
            yield self._paragraphs((SERVICE, place))
            for number, method in enumerate(service.method):
                yield from self._method(method, (SERVICE, place, METHOD, number))
        for place, enum in enumerate(self._file.enum_type):
            yield from self._enum(enum, enum.name, (ENUM, place))
        for place, message in enumerate(self._file.message_type):
            yield from self._message(message, message.name, (MESSAGE, place))

    def _method(self, method: MethodDescriptorProto, place: Place) -> Iterator[str]:
        stream = "a stream of " if method.server_streaming else ""
        yield f"#### {method.name}\n"
        yield f"{type_link(method.input_type)} → {stream}{type_link(method.output_type)}\n"
        yield self._paragraphs(place)

    def _message(self, message: DescriptorProto, name: str, place: Place) -> Iterator[str]:
        yield f"### {name}\n"
        yield self._paragraphs(place)
        if message.field:
            yield "| field | type | |\n| --- | --- | --- |"
            for number, field in enumerate(message.field):
                yield self._field(message, field, (*place, FIELD, number))
            yield ""
        yield from self._oneofs(message, place)
        for number, enum in enumerate(message.enum_type):
            yield from self._enum(enum, f"{name}.{enum.name}", (*place, NESTED_ENUM, number))
        for number, nested in enumerate(message.nested_type):
            if not nested.options.map_entry:
                yield from self._message(nested, f"{name}.{nested.name}", (*place, NESTED, number))

    def _field(self, message: DescriptorProto, field: FieldDescriptorProto, place: Place) -> str:
        notes = [self._line(place)]
        if field.HasField("oneof_index") and not field.proto3_optional:
            notes.insert(0, f"*One of* `{message.oneof_decl[field.oneof_index].name}`.")
        kind = field_type(message, field)
        return f"| `{field.name}` = {field.number} | {kind} | {' '.join(filter(None, notes))} |"

    def _oneofs(self, message: DescriptorProto, place: Place) -> Iterator[str]:
        for number, oneof in enumerate(message.oneof_decl):
            if comment := self._line((*place, ONEOF, number)):
                yield f"`{oneof.name}`: {comment}\n"

    def _enum(self, enum: EnumDescriptorProto, name: str, place: Place) -> Iterator[str]:
        yield f"### {name}\n"
        yield self._paragraphs(place)
        yield "| value | |\n| --- | --- |"
        for number, value in enumerate(enum.value):
            yield f"| `{value.name}` = {value.number} | {self._line((*place, VALUE, number))} |"
        yield ""

    def _paragraphs(self, place: Place) -> str:
        lines = self._comments.get(place, "").splitlines()
        kept = [line.strip() for line in lines if "buf:lint" not in line]
        return re.sub(r"docs/(\w+\.md)", r"[\1](\1)", "\n".join(kept)) + "\n"

    def _line(self, place: Place) -> str:
        return " ".join(self._paragraphs(place).split())


def field_type(message: DescriptorProto, field: FieldDescriptorProto) -> str:
    entries = {entry.name: entry for entry in message.nested_type if entry.options.map_entry}
    entry = entries.get(field.type_name.rsplit(".", 1)[-1])
    if entry:
        key, value = entry.field
        return f"map of {value_type(key)} to {value_type(value)}"
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        return f"repeated {value_type(field)}"
    return f"optional {value_type(field)}" if field.proto3_optional else value_type(field)


def value_type(field: FieldDescriptorProto) -> str:
    if field.type_name:
        return type_link(field.type_name)
    return FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()


def type_link(name: str) -> str:
    """A link to the section of a message or enum of ours; others are named alone."""
    ours = name.removeprefix(".burgrave.v1.")
    if ours == name:
        return f"`{name.removeprefix('.')}`"
    return f"[{ours}](#{ours.lower().replace('.', '')})"
