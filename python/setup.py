"""Builds pfmkit._pfm, with the library inside (pfm.c beside this file) or, with PFMKIT_SYSTEM=1, on libpfm.so.4.

CC, CFLAGS and LDFLAGS are heard as everywhere; the headers are those in include/ beside this file, or the system's.
"""

import glob
import os
import re
import shlex
import subprocess

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = os.path.dirname(os.path.abspath(__file__))
OWN = not os.environ.get("PFMKIT_SYSTEM") and os.path.exists(os.path.join(HERE, "pfm.c"))
COUNTING = sorted(glob.glob("counting/*.c", root_dir=HERE))
HEADERS = ["perfmon/pfmkit.h", "sys/ioctl.h"]


def preprocess(compiler: list[str], option: list[str]) -> str:
    source = "".join(f"#include <{header}>\n" for header in HEADERS)
    run = subprocess.run([*compiler, "-E", *option, "-"], input=source, capture_output=True, text=True, check=True)
    return run.stdout


def constants(compiler: list[str]) -> list[str]:
    """The names of constants in the headers: macros that are numbers, and enumerators."""
    name = r"(?:PFM|PERF|PFMLIB|LIBPFM|PR_TASK)_\w+"
    macros = re.findall(rf'^#define ({name}) +([^"\n]+)$', preprocess(compiler, ["-dM"]), re.MULTILINE)
    text = re.sub(r'"[^"\n]*"', "", preprocess(compiler, ["-P"]))
    bodies = re.findall(r"\benum\b[^{};]*\{([^{}]*)\}", text)
    found = {word for body in bodies for word in re.findall(rf"\b{name}\b", body)}
    values = {word for word, _ in macros if not re.search(r"_(?:H|INIT)_*$", word)}
    return sorted(found | values)


class Build(build_ext):
    def build_extension(self, extension: Extension) -> None:
        directory = os.path.join(self.build_temp, "constants")
        os.makedirs(directory, exist_ok=True)
        compiler = list(getattr(self.compiler, "compiler", ["cc"]))
        flags = shlex.split(os.environ.get("CPPFLAGS", "") + " " + os.environ.get("CFLAGS", ""))
        includes = ["-I" + path for path in extension.include_dirs]
        with open(os.path.join(directory, "constants.h"), "w", encoding="utf-8") as out:
            for name in constants([*compiler, *includes, *flags, "-xc"]):
                out.write(f"C({name})\n")
        extension.include_dirs.append(directory)
        super().build_extension(extension)


extension = Extension(
    "pfmkit._pfm",
    ["pfmkit/_pfm.c", "pfmkit/_counting.c", *COUNTING] + (["pfm.c"] if OWN else []),
    include_dirs=["."] + (["include"] if os.path.isdir(os.path.join(HERE, "include")) else []),
    define_macros=[("PFM_NO_EXPORT", "1")] if OWN else [],
    libraries=[] if OWN else ["pfm"],
    extra_compile_args=["-std=gnu11", "-fvisibility=hidden"],
    py_limited_api=True,
)

setup(ext_modules=[extension], cmdclass={"build_ext": Build}, options={"bdist_wheel": {"py_limited_api": "cp310"}})
