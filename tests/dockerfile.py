"""What the Dockerfile says, as shell scripts: `python3 tests/dockerfile.py stage 1`.

`stage N` is what a stage does, given the folder /context; `serve` and `health` are the commands of
the final image with its environment, `user` is its user.  Knows the instructions used there.
"""

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

DOCKERFILE = Path(__file__).parent.parent / "Dockerfile"
Instruction = tuple[str, str]


def stages(text: str) -> list[list[Instruction]]:
    """The instructions of each stage, its FROM left out."""
    lines = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    found: list[list[Instruction]] = []
    for line in filter(None, map(str.strip, lines)):
        word, _, rest = line.partition(" ")
        if word == "FROM":
            found.append([])
        else:
            found[-1].append((word, rest.strip()))
    return found


def built(instructions: list[Instruction]) -> Iterator[str]:
    """The commands that make the image of a stage, as its user."""
    yield "cd /"
    for word, rest in instructions:
        match word:
            case "WORKDIR":
                yield f"mkdir -p {rest} && cd {rest}"
            case "COPY":
                yield _copied(shlex.split(rest))
            case "RUN":
                # What is mounted from the stage before lies there already.
                yield re.sub(r"^--mount=\S+\s+", "", rest)
            case "USER" | "VOLUME" | "EXPOSE" | "ENV" | "HEALTHCHECK" | "STOPSIGNAL":
                pass
            case "ENTRYPOINT" | "CMD":
                pass
            case _:
                raise ValueError(f"{word} is not known here")


def _copied(words: list[str]) -> str:
    *sources, to = words
    names = " ".join(f"/context/{source}" for source in sources)
    # A folder is copied as what it holds, files into the folder named.
    if to.endswith("/"):
        return f"cp {names} {to}"
    return f"mkdir -p {to} && cp -r {names}/. {to}"


def final(instructions: list[Instruction], wanted: str) -> str:
    """The command of the image that is wanted, in its folder and environment."""
    said = dict(instructions)
    folder = [f"cd {said['WORKDIR']}", f"export {said['ENV']}"]
    if wanted == "serve":
        command = json.loads(said["ENTRYPOINT"]) + json.loads(said["CMD"])
    else:
        command = json.loads(said["HEALTHCHECK"].partition("CMD")[2])
    return "\n".join([*folder, f"exec {shlex.join(command)}"])


def main() -> None:
    every = stages(DOCKERFILE.read_text())
    match sys.argv[1:]:
        case ["stage", number]:
            print("\n".join(built(every[int(number) - 1])))
        case ["user"]:
            print(dict(every[-1])["USER"])
        case [wanted]:
            print(final(every[-1], wanted))


if __name__ == "__main__":
    main()
