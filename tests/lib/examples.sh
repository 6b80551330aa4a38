#!/bin/sh
# The worked examples of tests/data/examples/, one program run for all of them.
: "${srcdir:=.}" "${builddir:=build}"
exec "$builddir/tests/lib/examples" "$srcdir"/tests/data/examples/*.txt
