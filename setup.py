"""The compiled half of the build: stubs from proto/, extensions from every .pyx.

BUILD_KIND=trace builds for line coverage, =sanitize for the address and
undefined-behaviour sanitizers, =races for the thread sanitizer; the Makefile keeps each in a
tree of its own.
"""

import os
import platform
import shutil
import zlib
from pathlib import Path

from Cython.Build import cythonize
from Cython.Compiler import Options
from grpc_tools import protoc
from setuptools import Extension, setup

# States are sets of bits; every x86-64 processor since 2009 counts them in one instruction.
COUNTING = ["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else []
FLAGS = {
    "fast": ["-O3", *COUNTING],
    "trace": ["-O1", "-DCYTHON_TRACE_NOGIL=1", "-DCYTHON_USE_SYS_MONITORING=0"],
    "sanitize": ["-O1", "-g", "-fsanitize=address,undefined", "-fno-omit-frame-pointer"],
    "races": ["-O1", "-g", "-fsanitize=thread"],
}
KIND = os.environ.get("BUILD_KIND", "fast")
SANITIZERS = [flag for flag in FLAGS[KIND] if flag.startswith("-fsanitize")]
# What compiled modules share.  Modules built against different ones refuse each other.
SHARED = sorted(path for package in ("engine", "ai") for path in Path(package).rglob("*.pxd"))
FINGERPRINT = zlib.crc32(b"".join(path.read_bytes() for path in SHARED))

Options.warning_errors = True  # a game that leaves a rule of the contract out must not build


def generate_stubs() -> None:
    """Write burgrave/v1/*_pb2*.py from proto/ unless they are newer than it."""
    sources = sorted(Path("proto").rglob("*.proto"))
    stamp = Path("burgrave/v1/.generated")
    names = "\n".join(map(str, sources))
    newest = max(source.stat().st_mtime for source in sources)
    if stamp.exists() and stamp.read_text() == names and stamp.stat().st_mtime >= newest:
        return
    shutil.rmtree("burgrave", ignore_errors=True)
    outputs = ["--python_out=.", "--pyi_out=.", "--grpc_python_out=."]
    include = Path(protoc.__file__).parent / "_proto"
    if protoc.main(["protoc", "-Iproto", f"-I{include}", *outputs, *map(str, sources)]):
        raise SystemExit("protoc failed")
    for package in ("burgrave", "burgrave/v1"):
        Path(package, "__init__.py").touch()
    stamp.write_text(names)


def extensions() -> list[Extension]:
    """One extension a .pyx, wherever it lies: a new game is found by itself."""
    return [
        Extension(
            ".".join(source.with_suffix("").parts),
            [str(source)],
            define_macros=[("BURGRAVE_BUILD", f"{FINGERPRINT}u")],
            depends=[str(path) for path in SHARED],
            extra_compile_args=FLAGS[KIND],
            extra_link_args=SANITIZERS,
        )
        for package in ("engine", "ai")
        for source in sorted(Path(package).rglob("*.pyx"))
    ]


generate_stubs()
setup(
    ext_modules=cythonize(
        extensions(),
        nthreads=os.cpu_count() or 1,
        # Coverage looks for the C beside its source.
        build_dir=None if KIND == "trace" else f"build/{KIND}",
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "linetrace": KIND == "trace",
            "freethreading_compatible": True,
        },
    )
)
