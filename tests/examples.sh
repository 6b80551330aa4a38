#!/bin/sh
# The worked examples of tests/examples/, one program run for all of them.
: "${srcdir:=.}" "${builddir:=build}"
exec "$builddir/tests/examples" "$srcdir"/tests/examples/*.txt
