# Computes what tests/lib/metric_values.c tells, from formulas, counts and constants, and compares. It shares nothing
# with the library: operators wait on a stack until a weaker one comes, and values stand on another. A value is a number
# or "none".
BEGIN {
	FS = "\t"
	n = split("| ^ & < + *", words, " ")
	for (i = 1; i <= n; i++)
		strength[words[i]] = i
	strength[">"] = strength["<="] = strength[">="] = strength["<"]
	strength["-"] = strength["+"]
	strength["/"] = strength["%"] = strength["*"]
	strength["negative"] = 9
}

# ---- tokens: of each text once ----

function cut(text, n, rest, number, name, length_) {
	if (text in tokens)
		return
	rest = text
	n = 0
	while (1) {
		sub(/^[ \t]+/, "", rest)
		if (rest == "")
			break
		number = match(rest, /^([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?/) ? RLENGTH : 0
		name = match(rest, /^([A-Za-z0-9_.:?]|\\[-,=]|@[^@]*@)+/) ? RLENGTH : 0
		length_ = number > name ? number : name
		if (!length_ && match(rest, /^#[A-Za-z0-9_]+/))
			length_ = RLENGTH
		if (!length_)
			length_ = substr(rest, 1, 2) == "<=" || substr(rest, 1, 2) == ">=" ? 2 : 1
		token[text, ++n] = substr(rest, 1, length_)
		kind[text, n] = number && number >= name ? "number" : name ? "name" : "sign"
		rest = substr(rest, length_ + 1)
	}
	tokens[text] = n
}

function is_function(word) {
	return word == "min" || word == "max" || word == "d_ratio"
}

# ---- the order of computing: operands, then their operator ----

function give(text, what, sort) {
	step[text, ++steps[text]] = what
	sort_of[text, steps[text]] = sort
}

# What waits and is at least so strong goes; nothing goes beyond a parenthesis or an "if".
function release(text, least) {
	while (waits && waiting[waits] in strength && strength[waiting[waits]] >= least)
		give(text, waiting[waits--], "operator")
}

function order_sign(text, word, is_operand) {
	if (word == "(")
		waiting[++waits] = word
	else if (word == ")" || word == ",") {
		release(text, 0)
		while (waiting[waits] == "ifelse") {
			give(text, waiting[waits--], "operator")
			release(text, 0)
		}
		if (word == ")" && is_function(waiting[--waits]))
			give(text, waiting[waits--], "operator")
	} else if (word == "-" && is_operand)
		waiting[++waits] = "negative"
	else {
		release(text, strength[word])
		waiting[++waits] = word
	}
}

function order(text, n, i, word, is_operand) {
	if (text in steps)
		return
	cut(text)
	waits = steps[text] = 0
	is_operand = 1
	for (i = 1; i <= tokens[text]; i++) {
		word = token[text, i]
		if (word == "if") {
			release(text, 0)
			waiting[++waits] = word
			is_operand = 1
		} else if (word == "else") {
			release(text, 0)
			waiting[waits] = "ifelse"
			is_operand = 1
		} else if (is_function(word))
			waiting[++waits] = word
		else if (word == "source_count" || word == "has_event" || word == "strcmp_cpuid_str") {
			give(text, word "(" token[text, i + 2] ")", "answer")
			i += 3
			is_operand = 0
		} else if (kind[text, i] == "sign" && substr(word, 1, 1) != "#") {
			order_sign(text, word, is_operand)
			is_operand = word != ")"
		} else {
			give(text, word, kind[text, i])
			is_operand = 0
		}
	}
	while (waits) {
		if (waiting[waits] == "(" || waiting[waits] == "if")
			broken = broken " " text
		give(text, waiting[waits--], "operator")
	}
}

# ---- names ----

function plain(name) {
	gsub(/\\/, "", name)
	return tolower(name)
}

# The metric that a name stands for in a kind of core; "": none.
function metric_of(name, pmu) {
	if ((name, pmu) in formula)
		return name SUBSEP pmu
	return (name, "-") in formula ? name SUBSEP "-" : ""
}

function value_of_name(name, pmu, own, id, parts, inner) {
	name = plain(name)
	id = name == own ? "" : metric_of(name, pmu)
	if (id != "") {
		split(id, parts, SUBSEP)
		inner = parts[2] == "-" ? pmu : parts[2]
		if (!((id, inner) in known))
			known[id, inner] = value_of(formula[id], inner, name)
		return known[id, inner]
	}
	gsub(/\?/, instance, name)
	return name in count && count[name] != "-" ? count[name] + 0 : "none"
}

# ---- computing ----

function compute(sign, a, b) {
	if (sign == "|")
		return a != "none" && a != 0 || b != "none" && b != 0 ? 1 : a == "none" || b == "none" ? "none" : 0
	if (sign == "&")
		return a != "none" && a == 0 || b != "none" && b == 0 ? 0 : a == "none" || b == "none" ? "none" : 1
	if (sign == "d_ratio" && b != "none" && b == 0)
		return 0
	if (a == "none" || b == "none")
		return "none"
	if (sign == "^")
		return (a != 0) != (b != 0) ? 1 : 0
	if (sign == "<")
		return a < b ? 1 : 0
	if (sign == ">")
		return a > b ? 1 : 0
	if (sign == "<=")
		return a <= b ? 1 : 0
	if (sign == ">=")
		return a >= b ? 1 : 0
	if (sign == "+")
		return a + b
	if (sign == "-")
		return a - b
	if (sign == "*")
		return a * b
	if (sign == "min")
		return a < b ? a : b
	if (sign == "max")
		return a > b ? a : b
	if (b == 0 || (sign == "%" && int(b) == 0))
		return "none"
	return sign == "%" ? int(a) % int(b) : a / b
}

# Values of texts that are being computed stand on each other.
function value_of(text, pmu, own, i, what, sort, bottom) {
	order(text)
	bottom = top
	for (i = 1; i <= steps[text]; i++) {
		what = step[text, i]
		sort = sort_of[text, i]
		if (sort == "number")
			stack[++top] = what + 0
		else if (sort == "answer")
			stack[++top] = substr(what, 1, 13) == "source_count(" ? 3 : \
				tolower(what) in constant ? constant[tolower(what)] : "none"
		else if (sort == "sign")
			stack[++top] = tolower(what) in constant ? constant[tolower(what)] : "none"
		else if (sort == "name") {
			sort = value_of_name(what, pmu, own)
			stack[++top] = sort
		} else if (what == "negative")
			stack[top] = stack[top] == "none" ? "none" : -stack[top]
		else if (what == "ifelse") {
			top -= 2
			stack[top] = stack[top + 1] == "none" ? "none" : \
				stack[top + 1] != 0 ? stack[top] : stack[top + 2]
		} else {
			top--
			stack[top] = compute(what, stack[top], stack[top + 1])
		}
	}
	if (top != bottom + 1)
		broken = broken " " text
	top = bottom
	return stack[bottom + 1]
}

# ---- what is told ----

function forget(array, key) {
	for (key in array)
		delete array[key]
}

# Whether two numbers are one, but for the last digits.
function near(a, b) {
	if (a == "none" || b == "none")
		return a == b
	a -= b
	b = b < 0 ? -b : b
	return (a < 0 ? -a : a) <= 1e-9 * (b > 1e-300 ? b : 1e-300)
}

$1 == "machine" { machine = $2; forget(formula); forget(threshold); forget(constant) }
$1 == "metric" { formula[tolower($2), $3] = $4; threshold[tolower($2), $3] = $5 }
$1 == "constant" { constant[tolower($2)] = $3 + 0 }
$1 == "count" { count[plain($2)] = $3 }
$1 == "bad" { print machine ": " $2 ": " $3; failed++ }
$1 == "value" {
	forget(known)
	instance = $4
	values++
	id = tolower($2) SUBSEP $3
	mine = value_of(formula[id], $3, tolower($2))
	over = threshold[id] == "-" ? "none" : value_of(threshold[id], $3, "")
	over = over == "none" ? over : over != 0 ? 1 : 0
	numbers += mine != "none"
	if (!near(mine, $5) || over != $6) {
		failed++
		print machine ": " $2 " (" $3 ") is " $5 ", over " $6 "; expected " mine ", over " over
	}
	forget(count)
}
END {
	if (broken != "") {
		print "not read to the end:" broken
		failed++
	}
	print values + 0 " values, " numbers + 0 " of them numbers, " failed + 0 " failed"
	exit failed > 0 || !values
}
