# shellcheck shell=sh
# What tests of written examples share. Source it.

# fits EXPECTED GOT: the lines are these; "..." stands for any number of lines.
fits() {
	awk -v expected="$1" '
		BEGIN { while ((getline line < expected) > 0) want[++wants] = line }
		{ got[NR] = $0 }
		function fits_from(w, g,   k) {
			if (w > wants) return g > NR
			if (want[w] == "...") {
				for (k = g; k <= NR + 1; k++) if (fits_from(w + 1, k)) return 1
				return 0
			}
			return g <= NR && want[w] == got[g] && fits_from(w + 1, g + 1)
		}
		END { exit !fits_from(1, 1) }' "$2"
}
