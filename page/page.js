"use strict";
/* Shows the page, and takes keys and the mouse. All facts of events come from the tools (questions.js). */
(async () => {

/* global pfmkit */
const $ = (id) => document.getElementById(id);
const MOST_ROWS = 200;

/* Makes an element: element("p", { class: "text" }, "words", child...). Text never becomes markup. */
function element(name, attributes, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes || {}))
		if (key.startsWith("on"))
			made.addEventListener(key.slice(2), value);
		else if (value !== undefined && value !== false && value !== null)
			made.setAttribute(key, value === true ? "" : value);
	made.append(...children.flat(Infinity).filter((child) => child || child === 0));
	return made;
}

const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
const button = (text, act, attributes = {}) => element("button", { type: "button", onclick: act, ...attributes }, text);
const said = (text) => text.trim().replace(/^[a-z_]+: /, "");

// ---- the tools ----

async function program() {
	const text = $("program").textContent.trim(), binary = atob(text.replace(/\s/g, ""));
	const bytes = new Uint8Array(binary.length);
	for (let i = 0; i < bytes.length; i++)
		bytes[i] = binary.charCodeAt(i);
	const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
	return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

const start = JSON.parse($("start").textContent);
const state = { kind: "events", rows: [], active: -1, all: false, basket: [], pmu: "", values: {}, constants: {} };
let tools;
try {
	tools = new pfmkit.Questions(await pfmkit.Tools.of(await program()), start);
} catch (problem) {
	$("shown").replaceChildren(element("p", { role: "alert" },
		`This browser cannot run the page: ${problem.message}`));
	return;
}

// ---- addresses ----

/* #cpu=..&e=EVENT, &m=METRIC, &d=CPU, &p=PMU, &q=WORDS; basket: b=.. for each event, bm=.. for each metric. */
function address(parts, cpu = tools.cpu) {
	const words = new URLSearchParams();
	if (cpu)
		words.set("cpu", cpu);
	for (const [key, value] of parts)
		words.append(key, value);
	return "#" + words.toString().replace(/%3A/gi, ":").replace(/%2F/gi, "/").replace(/%2C/gi, ",");
}

function go(...parts) {
	const to = address(parts);
	if (location.hash === to || (to === "#" && !location.hash))
		route();
	else
		location.hash = to;
}

/* Returns the address that a row or a link opens. */
const toEvent = (string) => () => go(["e", string]);
const toMetric = (name) => () => go(["m", name]);
const toPmu = (pmu) => () => go(["p", pmu]);
const toSearch = (words) => () => go(["q", words]);
const link = (text, ...parts) => element("a", { href: address(parts) }, text);

// ---- the list ----

/* Shows "PMU::EVENT:UMASK" in two pieces. */
function eventRow({ string, desc }) {
	const [, of, name] = /^(.*?)::(.*)$/.exec(string) || [null, "", string];
	return { name, of, desc, open: toEvent(string), string };
}

function metricRow({ metric, desc, unit, pmu }) {
	return { name: metric, of: pmu || "metric", desc: desc + (unit ? ` (${unit})` : ""), open: toMetric(metric),
		metric };
}

/* Shows a result of a search: a metric has no PMU in front. */
function foundRow({ string, desc }) {
	return string.includes("::") ? eventRow({ string, desc }) :
		{ name: string, of: "metric", desc, open: toMetric(string), metric: string };
}

function pmuRow({ pmu, desc, events, type, boxes }) {
	const many = boxes.length > 1 ? `, ${boxes.length} boxes` : "";
	return { name: pmu, of: type, desc: `${desc}: ${plural(events, "event")}${many}`, open: toPmu(pmu), pmu };
}

const cpuRow = (name) => ({ name, of: "CPU", desc: "Be on this CPU", open: () => chooseCpu(name) });

/* Shows a CPU of the list, with its other names. */
function listedRow({ name, names, desc, year }) {
	const others = names.filter((one) => one !== name);
	return { ...cpuRow(name), desc: `${desc}${year ? `, ${year}` : ""}${others.length ? `: ${others.join(", ")}` :
		""}` };
}

function drawRow(row, i) {
	const isActive = i === state.active, class_ = `${isActive ? "active" : ""} ${row.class || ""}`.trim();
	return element("li", { "id": `row${i}`, "role": "option", "aria-selected": String(isActive), "data-row": i,
		"class": class_ || undefined },
	element("div", { class: "line" }, element("span", { class: "name" }, row.name),
		row.of && element("span", { class: "of" }, row.of)),
	element("div", { class: "desc" }, row.desc));
}

function drawList() {
	const shown = state.all ? state.rows : state.rows.slice(0, MOST_ROWS), left = state.rows.length - shown.length;
	const more = left && element("li", { role: "option", class: "more", id: `row${shown.length}` },
		button(`${plural(left, "more row")}`, () => {
			state.all = true;
			drawList();
		}));
	$("list").replaceChildren(...shown.map(drawRow), ...more ? [more] : [],
		...shown.length ? [] : [element("li", { class: "nothing", role: "option" }, state.nothing ||
			"Nothing.")]);
	$("query").setAttribute("aria-activedescendant", state.active >= 0 ? `row${state.active}` : "");
}

function showRows(rows, text, nothing) {
	Object.assign(state, { rows, active: -1, all: false, nothing });
	$("count").textContent = text;
	$("scroll").scrollTop = 0;
	drawList();
}

function activate(i) {
	const before = $(`row${state.active}`), last = Math.min(state.rows.length, state.all ? Infinity :
		MOST_ROWS) - 1;
	before?.classList.remove("active");
	before?.setAttribute("aria-selected", "false");
	state.active = Math.max(-1, Math.min(i, last));
	const now = $(`row${state.active}`);
	now?.classList.add("active");
	now?.setAttribute("aria-selected", "true");
	now?.scrollIntoView({ block: "nearest" });
	$("query").setAttribute("aria-activedescendant", now ? now.id : "");
}

// ---- what was typed ----

const isCode = (text) => /^(r[0-9a-f]+|0x[0-9a-f]+|[0-9a-f]+:[0-9a-f]+)$/i.test(text) ||
	/^\w+\/(event|config)=/.test(text);
const looksLikeEvent = (text) => !/\s/.test(text) && (/[:/.{_]/.test(text) || /^[A-Z0-9]+$/.test(text));

function decodedRows(code) {
	return tools.decode(code).map(({ event, exact, left, left1, left2 }) => {
		const bits = [left, left1, left2].filter((one) => one !== "0x0").join(" ");
		const desc = exact ? `is what ${code} counts` : `is near ${code}: bits left ${bits}`;
		return { ...eventRow({ string: event, desc }), class: "meant" };
	});
}

/* Shows an event as it stands, or what is wrong with it, where, and what may have been meant. */
function meantRows(text) {
	const found = tools.check(text);
	return found.slice(0, 5).flatMap(({ event, error }) => error ?
		[{ name: text, of: error.code, desc: [error.message, error.expected && `expected: ${error.expected}`]
			.filter(Boolean).join("; "), class: "wrong", open: toEvent(text) },
		...error.suggestions.map((one) => suggested(event || text, error, one))] :
		[{ ...eventRow({ string: event, desc: `is what ${text} means` }), open: toEvent(text),
			class: "meant" }]);
}

/* Returns the text with a suggestion in the place of what is wrong. */
const repaired = (text, { offset = 0, length = text.length }, word) =>
	new TextDecoder().decode(new TextEncoder().encode(text).slice(0, offset)) + word +
	new TextDecoder().decode(new TextEncoder().encode(text).slice(offset + length));

function suggested(text, error, word) {
	const string = repaired(text, error, word);
	return { name: string, of: "meant?", desc: `${word} is near what was typed`, open: toEvent(string),
		class: "meant" };
}

function typedRows(text) {
	if (isCode(text)) {
		const decoded = decodedRows(text);
		if (decoded.length)
			return decoded;
	}
	const rows = [];
	if (tools.cpus().includes(text.toLowerCase()))
		rows.push({ ...cpuRow(text), class: "meant" });
	if (/\s/.test(text) && !/[{/]/.test(text))
		return rows;
	const meant = meantRows(text);
	return meant.some((row) => row.class === "meant") || looksLikeEvent(text) ? [...rows, ...meant] : rows;
}

function search() {
	const text = state.words;
	if (!text) {
		const rows = hasCore() ? tools.pmus().map(pmuRow) : tools.cpuList().map(listedRow);
		showRows(rows, plural(rows.length, hasCore() ? "PMU" : "CPU"), "");
		return;
	}
	const found = tools.search(text), rows = [...hasCore() ? typedRows(text) : rowsBeforeCpu(text),
		...found.map(foundRow)];
	showRows(rows, plural(rows.length, "row"), said(found.said));
}

/* Shows, while no CPU is chosen, the CPUs of that name, or else the CPUs to search for the text on. */
function rowsBeforeCpu(text) {
	const cpus = tools.cpusFor(text);
	return cpus.length ? cpus.map(listedRow) : [...typedRows(text), ...tools.examples().map((cpu) =>
		({ ...cpuRow(cpu), desc: `Look for ${text} on this CPU`, open: () => searchOn(cpu, text) }))];
}

function searchOn(cpu, words) {
	chooseCpu(cpu);
	toSearch(words)();
}

function refresh() {
	if (state.kind === "metrics") {
		const words = state.words.split(/\s+/).filter(Boolean), found = words.length ? tools.metricsFor(words) :
			tools.metrics();
		showRows(found.map(metricRow), plural(found.length, "metric"), said(found.said || ""));
	} else if (state.kind === "pmus" || (state.pmu && !state.words)) {
		const rows = state.kind === "pmus" ? tools.pmus().map(pmuRow) : tools.eventsOf(state.pmu).map(eventRow);
		const words = state.kind === "pmus" ? state.words.toLowerCase().split(/\s+/) : [];
		const left = rows.filter((row) => words.every((word) =>
			`${row.name} ${row.desc}`.toLowerCase().includes(word)));
		showRows(left, plural(left.length, state.kind === "pmus" ? "PMU" : "row"), "No PMU has all of this.");
	} else {
		search();
	}
}

// ---- an event ----

function copyButton(text, label) {
	return button("Copy", async (click) => {
		const it = click.currentTarget;
		try {
			await navigator.clipboard.writeText(text());
			it.textContent = "Copied";
		} catch {
			const range = document.createRange();
			range.selectNodeContents(it.previousElementSibling);
			getSelection().removeAllRanges();
			getSelection().addRange(range);
			it.textContent = "Ctrl C";
		}
		setTimeout(() => it.textContent = "Copy", 1500);
	}, { "aria-label": `Copy ${label}` });
}

/* Makes a line of a result: its label, the text to copy, the button. */
function resultLine(label, text, aria = label) {
	return element("div", { "data-part": label }, element("span", { class: "label" }, label),
		element("output", { "aria-label": aria }, text), copyButton(() => text, aria));
}

/* Makes the choice of where to count: this box or all, this core type or all. */
function scopes(form) {
	const { pmu } = form, kinds = tools.cores();
	const list = [];
	if (pmu && pmu.boxes.length > 1) {
		list.push(element("option", { value: "--all-boxes" }, `all ${pmu.boxes.length} boxes`));
		for (const box of pmu.boxes)
			list.push(element("option", { value: box, selected: form.scope === box }, box));
	} else if (pmu && pmu.type === "core" && kinds.length > 1) {
		list.push(element("option", { value: "" }, pmu.desc),
			element("option", { value: "--all-cores", selected: form.scope === "--all-cores" },
				"all core types"));
	}
	return list.length ? element("label", { class: "scope" }, "Counted on ", element("select", {
		"class": "boxes", "aria-label": "Where it is counted", "onchange": ({ target }) => {
			form.scope = target.value;
			if (form.scope && !form.scope.startsWith("-"))
				form.text.value = form.text.value.replace(/^[^:]*::/, `${form.scope}::`);
			showResult(form);
		},
	}, list)) : "";
}

function wrongLine(form, { message, expected, offset = 0, length = 0, suggestions = [] }) {
	const text = form.text.value, parts = new TextEncoder().encode(text), part = (from, to) =>
		new TextDecoder().decode(parts.slice(from, to));
	return element("div", { class: "wrong", role: "status" },
		element("div", {}, message, expected ? `; expected: ${expected}` : ""),
		length ? element("code", {}, part(0, offset), element("mark", {}, part(offset, offset + length)),
			part(offset + length)) : "",
		suggestions.length ? element("div", {}, "Did you mean ", suggestions.map((word) =>
			button(word, () => {
				form.text.value = repaired(text, { offset, length: length || text.length }, word);
				typedInForm(form);
			}, { class: "chip" })), "?") : "");
}

/* Returns the string for all boxes of a kind, as a pattern, or for all core types, without a PMU. */
function stringFor({ scope, pmu }, string) {
	if (scope === "--all-boxes")
		return string.replace(/^[^:]*::/, `${pmu.boxes[0].replace(/\d+$/, "")}*::`);
	return scope === "--all-cores" ? string.replace(/^[^:]*::/, "") : string;
}

/* Shows codes, perf's line and C of the string in the form. */
function showResult(form) {
	const string = form.text.value.trim(), found = tools.check(string), lines = [];
	const how = form.scope.startsWith("-") ? [form.scope] : [], everywhere = stringFor(form, string);
	form.found = found.find(({ error }) => !error);
	form.error = found.find(({ error }) => error)?.error;
	if (form.error)
		lines.push(wrongLine(form, form.error));
	if (form.found && !form.error) {
		const { event, codes } = form.found, c = tools.c([everywhere], how);
		const perf = tools.perf([form.scope === "--all-boxes" ? string : everywhere], ["--join", ...how]);
		lines.push(resultLine("Event", event, "Event string"));
		if (codes.length && !/^perf::/.test(event))
			lines.push(resultLine("Registers", codes.join(" ")));
		lines.push(perf.status ? element("div", { class: "wrong" }, said(perf.said)) : resultLine("perf",
			perf.output.trim()),
			c.status ? element("div", { class: "wrong" }, said(c.said)) : resultLine("C", c.output.trim()));
	}
	form.result.replaceChildren(...lines, element("div", { class: "actions" },
		button(state.basket.some(({ string: one }) => one === everywhere) ? "In the basket" :
			"Add to the basket", ({ target }) => {
			toBasket({ string: everywhere });
			target.textContent = "In the basket";
		}, { "disabled": !form.found || Boolean(form.error), "class": "loud" })));
	form.title.textContent = string;
}

/* Sets the boxes and numbers of the form from the string, which the tools have written out in full. */
function fillForm(form) {
	const said = form.text.value.split(/[:.]/).slice(1).map((one) => one.toLowerCase());
	const full = (form.found ? form.found.event : "").split(":").slice(2);
	for (const input of form.inputs) {
		const { name } = input.dataset, term = full.find((one) => one.split("=")[0] === name);
		const isNamed = said.some((one) => one.split("=")[0] === name.toLowerCase());
		if (input.dataset.umask)
			input.checked = isNamed;
		else if (input.type === "checkbox")
			input.checked = isNamed && (!term || term.endsWith("=1"));
		else
			input.value = isNamed && term ? term.split("=")[1] : isNamed ? input.value : "";
	}
}

/* Returns the PMU and the event of a string that the tools have written out. */
const eventOf = (full) => /^([^:]+)::([^:]+)/.exec(full);

/* Makes a new form if the event is another one than before. */
function typedInForm(form) {
	showResult(form);
	const named = form.found && eventOf(form.found.event), caret = form.text.selectionStart;
	if (named && named[0] !== form.named) {
		drawEvent(form.text.value.trim());
		document.querySelector(".string").focus();
		document.querySelector(".string").setSelectionRange(caret, caret);
	} else {
		fillForm(form);
	}
	history.replaceState(null, "", address([["e", form.text.value.trim()]]));
}

/* Returns the string of the form: the event, and what is chosen. */
function stringOf(form) {
	const terms = form.inputs.filter((input) => input.type === "checkbox" ? input.checked : input.value.trim())
		.map((input) => input.type === "checkbox" ? input.dataset.name :
			`${input.dataset.name}=${input.value.trim()}`);
	return [`${form.row.pmu}::${form.row.event}`, ...terms].join(":");
}

/* Replaces the chosen unit masks by one that does not go with them. */
function changedInForm(form, target) {
	const encodes = () => !tools.check(stringOf(form)).some(({ error }) => error);
	const others = form.inputs.filter((one) => one !== target && one.dataset.umask && one.checked);
	if (target.dataset.umask && target.checked && others.length && !encodes()) {
		for (const one of others)
			one.checked = false;
		if (!encodes())
			for (const one of others)
				one.checked = true;
	}
	form.text.value = stringOf(form);
	if (form.scope && !form.scope.startsWith("-"))
		form.text.value = form.text.value.replace(/^[^:]*::/, `${form.scope}::`);
	showResult(form);
	history.replaceState(null, "", address([["e", form.text.value]]));
}

function choice(form, one, isUmask) {
	const isNumber = one.type === "integer";
	const input = element("input", { "type": isNumber ? "text" : "checkbox", "data-name": one.name,
		"data-umask": isUmask && "1", "inputmode": isNumber ? "numeric" : undefined, "placeholder": isNumber ?
			"number" : undefined });
	const number = isUmask && element("span", { class: "number" }, one.code);
	const head = element("span", { class: "head" }, element("span", { class: "code" }, one.name),
		one.default && element("span", { class: "tag" }, "default"), one.precise &&
			element("span", { class: "tag" }, "precise"),
		one.deprecated && element("span", { class: "tag warn" }, "deprecated"), number);
	form.inputs.push(input);
	return element("label", { class: isNumber ? "number" : undefined },
		isNumber ? [head, element("span", { class: "desc" }, one.desc), input] :
			[input, head, element("span", { class: "desc" }, one.desc)]);
}

function choices(form, title, list, isUmask) {
	if (!list.length)
		return [];
	const options = element("fieldset", { class: "options" }, element("legend", { class: "unseen" }, title),
		list.map((one) => choice(form, one, isUmask)));
	return [element("h3", {}, `${title}${list.length > 8 ? ` (${list.length})` : ""}`), options];
}

function pills(row) {
	const list = [row.precise && ["precise", "good"], row.deprecated && ["deprecated", "warn"],
		row.speculative === "yes" && ["speculative"], row.counters && [`counters ${row.counters}`],
		row.errata && [`errata ${row.errata}`, "warn"]].filter(Boolean);
	return element("ul", { class: "pills" }, list.map(([text, class_]) => element("li",
		{ class: `pill ${class_ || ""}` }, text)));
}

const pmuOf = (name) => tools.pmus().find(({ boxes }) => boxes.includes(name));

function drawEvent(string) {
	const found = tools.check(string).find(({ error }) => !error),
		named = eventOf(found ? found.event : string);
	const row = named && tools.event(named[1], named[2]);
	const form = { row, inputs: [], scope: "", named: named ? named[0] : "", pmu: row &&
		(pmuOf(row.pmu) || undefined),
		text: element("input", { "type": "text", "class": "string", "value": string,
			"aria-label": "The event as text",
			"spellcheck": "false", "autocapitalize": "off", "autocomplete": "off" }),
		result: element("div", { "class": "result", "aria-live": "polite" }),
			title: element("h2", {}, string) };
	const isBox = form.pmu && form.pmu.boxes.length > 1;
	// the first box of a kind is what a search lists for all of them
	form.scope = !isBox ? "" : row.pmu === form.pmu.boxes[0] ? "--all-boxes" : row.pmu;
	const inside = row ? [...choices(form, "Unit masks", row.umasks, true),
		...choices(form, "Modifiers", row.modifiers)] : [];
	form.text.addEventListener("input", () => typedInForm(form));
	show(string, form.title, element("p", { class: "where" }, row ? [link(row.pmu, ["p", row.pmu]), " \u00b7 ",
		form.pmu ? `${form.pmu.desc} \u00b7 ${form.pmu.type}` : "of another machine than this"] : ""),
	row ? element("p", { class: "text" }, row.desc) : "", row ? pills(row) : "",
	element("h3", {}, "Event"), form.text, scopes(form), form.result, element("form", {
		onsubmit: (submit) => submit.preventDefault(),
		oninput: ({ target }) => changedInForm(form, target),
	}, inside));
	showResult(form);
	fillForm(form);
}

// ---- a metric ----

/* Shows a formula, its names of metrics and events as links. */
function formulaOf(text, events) {
	const strings = new Map(events.map(({ name, string }) => [name, string]));
	const names = new Set(tools.metrics().map(({ metric }) => metric));
	const words = text.split(/((?:[A-Za-z_][\w.:@\\-]*[\w@])|(?:[A-Za-z_]))/);
	return element("code", { class: "formula" }, words.map((part) =>
		strings.has(part) ? link(part, ["e", strings.get(part)]) : names.has(part) ? link(part, ["m", part]) :
			part));
}

/* Shows a metric of the tree, with the metrics below it. */
function branch(name, open) {
	const metric = tools.metric(name), children = metric ? metric.children : [];
	const label = [link(name, ["m", name]), " ", element("span", { class: "soft" }, metric ? metric.desc : "")];
	if (!children.length)
		return element("li", {}, label);
	const below = element("ul", { class: "tree" }), details = element("details", { open, ontoggle: () => {
		if (details.open && !below.children.length)
			below.append(...children.map((child) => branch(child, false)));
	} }, element("summary", {}, label), below);
	if (open)
		below.append(...children.map((child) => branch(child, false)));
	return element("li", {}, details);
}

function number(label, value, act) {
	return element("label", { class: "value" }, element("span", { class: "code" }, label),
		element("input", { "type": "text", "inputmode": "decimal", "value": value === undefined ? "" : value,
			"aria-label": label, "data-value": label,
				"oninput": ({ target }) => act(target.value.trim()) }));
}

/* Returns the values: those typed in win over those of a file that was dropped. */
function valuesText() {
	return (state.dropped || "") + Object.entries(state.values).filter(([, value]) => value !== "")
		.map(([name, value]) => `${name} ${value}\n`).join("");
}

function computed(metric) {
	const constants = Object.fromEntries(Object.entries(state.constants).filter(([, value]) => value !== ""));
	const values = valuesText();
	if (!values)
		return element("p", { class: "soft" }, "Type counts, or drop a file of perf stat -x or -j here.");
	const found = tools.compute(metric.metric, values, constants);
	return element("div", {}, found.map(({ shown, unit, over, reason, culprit }) => element("p",
		{ class: "computed" },
		shown === null || shown === undefined ? `No value: ${[reason, culprit].filter(Boolean).join(": ")}` :
			[element("output", { "aria-label": "Value" },
				`${Number(shown.toPrecision(6))}${unit ? " " + unit : ""}`),
				over === true ? element("span", { class: "pill warn" }, "over its threshold") : "",
				over === false ? element("span", { class: "pill good" }, "not over its threshold") :
					""])),
	found.length || !found.said ? "" : element("p", { class: "wrong" }, said(found.said)));
}

function drawMetric(name) {
	const metric = tools.metric(name);
	if (!metric) {
		const { said: why } = tools.ask("showevtinfo", ["--metric", "--", name]);
		show(name, element("h2", {}, name), element("p", { class: "text", role: "alert" }, said(why) ||
			"no such metric"));
		return;
	}
	const plan = tools.plan(name) || { constants: [], leaves: [] },
		value = element("div", { "aria-live": "polite" });
	const redraw = () => value.replaceChildren(computed(metric));
	const line = tools.ask("evt2raw", ["--metric", name]),
		where = new Map(plan.leaves.map((leaf) => [leaf.requested, leaf]));
	const facts = [metric.unit && ["unit", metric.unit], metric.over &&
		["threshold", formulaOf(metric.over, metric.events)],
		metric.parent && ["part of", link(metric.parent, ["m", metric.parent])],
		metric.groups.length && ["groups", metric.groups.join(", ")],
		metric.counts !== metric.formula && ["counts", formulaOf(metric.counts, metric.events)],
		metric.sample.length && ["look at", metric.sample.map((one) => [link(one, ["e", one]),
			" "])]].filter(Boolean);
	show(name, element("h2", {}, name), element("p", { class: "text" }, metric.desc),
		element("h3", {}, "Formula"), formulaOf(metric.formula, metric.events),
		element("dl", {}, facts.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)])),
		metric.children.length ? [element("h3", {}, "Tree"),
			element("ul", { class: "tree" }, branch(name, true))] : "",
		element("h3", {}, `Events, in ${plural(metric.rounds, "round")}`),
		element("div", { class: "values" }, metric.events.map(({ name: event, string, round }) => {
			const { counter, device } = where.get(event) || {};
			return element("div", { class: "leaf" }, link(event, ["e", string]),
				element("span", { class: "soft" },
				[round && `round ${round}`, counter && `counter ${counter}`,
					device].filter(Boolean).join(", ")),
			number(event, state.values[event], (text) => {
				state.values[event] = text;
				redraw();
			}));
		}), plan.constants.map(({ name: constant, value: known, source }) => element("div", { class: "leaf" },
			element("span", {}, `#${constant}`), element("span", { class: "soft" },
				known === null ? "not known here" : `${known} (${source})`),
			number(`#${constant}`, state.constants[constant], (text) => {
				state.constants[constant] = text;
				redraw();
			})))),
		element("h3", {}, "Value"), value,
		element("div", { class: "result" }, line.status ? element("div", { class: "wrong" }, said(line.said)) :
			resultLine("perf", line.output.trim()),
		element("div", { class: "actions" }, button("Add to the basket", () => toBasket({ metric: name }),
			{ class: "loud" }))));
	redraw();
}

// ---- the basket ----

function toBasket(item) {
	const same = (one) => one.string === item.string && one.metric === item.metric;
	if (!state.basket.some(same))
		state.basket.push(item);
	drawBasketButton();
}

function drawBasketButton() {
	$("basket").textContent = state.basket.length ? `Basket: ${state.basket.length}` : "Basket";
}

const basketParts = () => state.basket.map(({ string, metric }) => metric ? ["bm", metric] : ["b", string]);

/* Returns all strings: those of events, and those that metrics count. */
const basketStrings = () => [...new Set(state.basket.flatMap(({ string, metric }) => metric ?
	(tools.metric(metric) || { events: [] }).events.filter(({ string: one }) => one).map((event) => event.string) :
		[string]))];

function basketTable(fit) {
	const rounds = fit.events || [];
	return element("table", {}, element("thead", {}, element("tr", {}, ["Event", "Round", "Counter"].map((one) =>
		element("th", { scope: "col" }, one)))),
	element("tbody", {}, rounds.map(({ requested, round, counter, in_conflict: inConflict }) => element("tr",
		{ class: inConflict ? "conflict" : undefined }, element("td", {}, link(requested, ["e", requested])),
		element("td", {}, round ? String(round) : "none"),
			element("td", {}, counter === null ? "none" : counter)))));
}

function drawBasket() {
	const strings = basketStrings(), name = ({ string, metric }) => metric || string;
	const items = element("ul", { class: "items" }, state.basket.map((item, i) => element("li", {},
		link(name(item), item.metric ? ["m", item.metric] : ["e", item.string]), button("Remove", () => {
			state.basket.splice(i, 1);
			drawBasketButton();
			go(...basketParts(), ["basket", ""]);
		}, { "aria-label": `Remove ${name(item)}` }))));
	if (!state.basket.length) {
		show("Basket", element("h2", {}, "Basket"), element("p", { class: "text" },
			"Nothing is in it. Events and metrics have a button for it; then here is ",
			"which counters they get, ",
			"in how many rounds and why, one line for perf and one block of C."));
		return;
	}
	const answers = tools.fit(strings), fit = answers.find(({ events }) => events) || { events: [] };
	const wrong = answers.filter(({ error }) => error), good = strings.filter((one) =>
		!wrong.some(({ requested }) => requested === one));
	const perf = tools.perf(good, ["--together"]);
	const c = tools.c(good);
	const links = `${location.href.replace(/#.*/, "")}${address([...basketParts(), ["basket", ""]])}`;
	show("Basket", element("h2", {}, "Basket"), items,
		element("p", { "class": "text verdict", "role": "status" }, fit.events.length ?
			[fit.fits ? "All are counted at the same time." : `Counted in ${plural(fit.rounds, "round")}.`,
				fit.message ? ` ${fit.message}.` : "", fit.note ? ` ${fit.note}.` : ""] : ""),
		wrong.map(({ requested, error }) => element("p", { class: "wrong" }, `${requested}: ${error.message}`)),
		answers.length ? basketTable(fit) : element("p", { class: "wrong" }, said(answers.said)),
		element("h3", {}, "All of it"), element("div", { class: "result" },
			perf.status ? element("div", { class: "wrong" }, said(perf.said)) : resultLine("perf",
				perf.output.trim()),
			c.status ? element("div", { class: "wrong" }, said(c.said)) : resultLine("C", c.output.trim()),
			resultLine("Link", links, "Share link")),
		element("div", { class: "actions" }, button("Empty it", () => {
			state.basket = [];
			drawBasketButton();
			go(["basket", ""]);
		})));
}

// ---- two CPUs, and a PMU ----

function diffTable(rows, one, other) {
	return element("table", {}, element("thead", {}, element("tr", {}, ["Event", one, other].map((text) =>
		element("th", { scope: "col" }, text)))),
	element("tbody", {}, rows.slice(0, 3000).map(({ name, first, second }) => element("tr",
		{ class: first === null ? "gone" : second === null ? "new" : undefined },
		element("td", {}, first === null ? name : link(name, ["e", name])),
			element("td", {}, first === null ? "\u2013" : first),
		element("td", {}, second === null ? "\u2013" : second)))));
}

/* Returns a name of the page's CPU that --diff takes: that of its core, of several the first. */
const coreName = () => tools.cpu || (tools.cores()[0] || {}).pmu;

function drawDiff(other) {
	const one = coreName(), input = element("input",
		{ "type": "search", "list": "cpus", "value": other, "autocomplete": "off",
		"aria-label": "The other CPU", "onchange": ({ target }) => go(["d", target.value.trim()]) });
	const rows = other && one ? tools.diff(one, other) : [];
	const fresh = rows.filter(({ second }) => second === null).length,
		gone = rows.filter(({ first }) => first === null).length;
	show("Compare", element("h2", {}, one ? `${one} against ${other || "\u2026"}` : "Compare"),
		element("label", { class: "scope" }, "Against ", input),
		!one ? element("p", { class: "text" }, "Choose a CPU first.") : "",
		rows.said && !rows.length ? element("p", { class: "wrong", role: "alert" }, said(rows.said)) : "",
		other && rows.length ? [element("p", { class: "text" }, `${plural(fresh, "event")} new, ${gone} gone, `,
			`${rows.length - fresh - gone} with another code.`), diffTable(rows, one, other)] : "");
}

function drawPmu(name) {
	const pmu = pmuOf(name);
	state.pmu = name;
	state.kind = "events";
	drawKinds();
	refresh();
	show(name, element("h2", {}, name), element("p", { class: "where" }, pmu ? `${pmu.desc} \u00b7 ${pmu.type}` :
		""),
		pmu ? element("dl", {}, [["events", String(pmu.events)],
			["counters", [pmu.counters, pmu.fixed_counters &&
			`${pmu.fixed_counters} fixed`].filter(Boolean).join(" + ") || "none"],
		["boxes", pmu.boxes.length > 1 ? pmu.boxes.join(", ") : ""],
			["device", pmu.device || ""]].filter(([, text]) => text)
			.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)])) :
			element("p", { class: "text", role: "alert" }, "This machine has no such PMU."),
		element("p", {}, element("a", { href: address([]) }, "All PMUs")));
}

// ---- the first screen ----

const BEST_KNOWN = ["instructions", "cycles", "branch mispredict", "l3 miss", "dtlb miss", "dram bandwidth"];
const EXAMPLES = ["dram bandwidth", "false sharing", "page walk"];

/* Shows the best-known events, one after the other; a page that starts on no CPU has those of another one. */
function fillBest(list, cpu) {
	const next = (left) => {
		if (!left.length || state.best !== list)
			return;
		const found = tools.search(left[0], cpu)[0];
		if (found && ![...list.children].some((one) => one.dataset.string === found.string))
			list.append(element("li", { "data-string": found.string },
				element("a", { href: address([["e", found.string]], cpu) }, found.string), " ",
				element("span", { class: "soft" }, found.desc)));
		setTimeout(next, 0, left.slice(1));
	};
	state.best = list;
	setTimeout(next, 0, BEST_KNOWN);
}

const hasCore = () => tools.pmus().some(({ type }) => type === "core");

function drawWelcome() {
	const host = tools.host(), pmus = tools.pmus(), isKnown = hasCore();
	const examples = isKnown ? [] : tools.examples(), cpu = isKnown ? tools.cpu : examples[0];
	const counted = pmus.reduce((sum, { events }) => sum + events, 0), list = element("ul", { class: "best" });
	const name = isKnown ? tools.cpu || host.cpu || coreName() : "No CPU is chosen";
	const example = (words) => button(words, isKnown ? toSearch(words) : () => searchOn(cpu, words),
		{ class: "chip" });
	show("", element("div", { class: "welcome" }, element("strong", {}, name),
		element("p", {}, isKnown ? [`${plural(counted, "event")} of ${plural(pmus.length, "kind")} of PMUs`,
			host.identity ? ` on ${host.identity}` : "",
				". Find one, put it together, and take the code that perf, ",
			"a C program or a register wants; what a metric needs, and what fits the counters."] :
			["Choose one above, such as ", examples.map((one) =>
				button(one, () => chooseCpu(one), { class: "chip" })),
					" and find events, put them together, ",
			"and take the codes that perf, a C program or a register wants."]),
		element("p", {}, "Search for ", EXAMPLES.map(example)),
		element("h3", {}, isKnown ? "Best known" : `Best known, on ${cpu}`), list,
		element("p", { class: "soft" }, "Type or paste a code (r1c0, 0x5301c0), perf\u2019s words ",
			"(cpu/event=0xc0/u), a vendor\u2019s name or a PAPI preset. Drop a table (.pmt), ",
			"a machine (pfmkit-capture) or counts ",
			"(perf stat -x,) on this page."),
		element("p", { class: "soft" }, element("kbd", {}, "/"), " search, ", element("kbd", {}, "\u2191"), " ",
			element("kbd", {}, "\u2193"), " choose, ", element("kbd", {}, "Enter"), " open, ",
				element("kbd", {}, "Esc"),
			` back. pfmkit ${start.version}`)));
	fillBest(list, cpu);
}

// ---- going about ----

function show(title, ...children) {
	state.best = undefined;
	$("shown").replaceChildren(...title ? [button("\u2039 Back", close, { class: "back" })] : [],
		...children.flat(3).filter((child) => child !== ""));
	$("shown").scrollTop = 0;
	document.title = title || "Performance events";
	document.body.classList.toggle("open", Boolean(title));
	document.body.classList.toggle("start", !title);
}

function chooseCpu(name) {
	const why = tools.choose(name);
	$("refused").hidden = !why;
	$("refused").textContent = why ? said(why) : "";
	if (why)
		return;
	$("cpu").value = name;
	state.pmu = state.words = $("query").value = "";
	go();
	refresh();
}

function drawKinds() {
	const kinds = [["events", "Events"], ["metrics", "Metrics"], ["pmus", "PMUs"], ["diff", "Compare"]];
	$("kinds").replaceChildren(...kinds.map(([kind, label]) => button(label, () => {
		if (kind === "diff") {
			go(["d", ""]);
			return;
		}
		state.kind = kind;
		state.pmu = "";
		drawKinds();
		refresh();
		if (document.body.classList.contains("open"))
			go();
	}, { "aria-pressed": String(state.kind === kind) })));
}

/* Shows what the address names. A string of libpfm4 alone is an event. */
function route() {
	const text = decodeURIComponent(location.hash.slice(1)), isOld = text &&
		!/^(cpu|e|m|d|p|q|b|bm|basket)=/.test(text);
	const parts = new URLSearchParams(isOld ? "" : location.hash.slice(1)), cpu = parts.get("cpu") || "";
	if (cpu !== tools.cpu && !(isOld && tools.cpu)) {
		const why = tools.choose(cpu);
		$("refused").hidden = !why;
		$("refused").textContent = why ? said(why) : "";
		$("cpu").value = tools.cpu;
		state.pmu = "";
		refresh();
	}
	if (parts.has("b") || parts.has("bm")) {
		state.basket = [...parts].filter(([key]) => key === "b" || key === "bm")
			.map(([key, value]) => key === "b" ? { string: value } : { metric: value });
		drawBasketButton();
	}
	if (isOld || parts.has("e"))
		drawEvent(isOld ? text : parts.get("e"));
	else if (parts.has("m"))
		drawMetric(parts.get("m"));
	else if (parts.has("d"))
		drawDiff(parts.get("d"));
	else if (parts.has("p"))
		drawPmu(parts.get("p"));
	else if (parts.has("basket"))
		drawBasket();
	else
		drawWelcome();
	if (parts.has("q")) {
		$("query").value = state.words = parts.get("q");
		state.kind = "events";
		drawKinds();
		refresh();
		document.body.classList.remove("start");
		$("query").focus({ preventScroll: true });
	}
}

function open(i) {
	state.rows[i]?.open();
	if (matchMedia("(max-width: 860px)").matches)
		$("shown").focus();
}

function close() {
	go();
	$("query").focus({ preventScroll: true });
}

function escape() {
	if (document.body.classList.contains("open")) {
		close();
	} else if ($("query").value || state.pmu) {
		$("query").value = state.words = state.pmu = "";
		refresh();
		if (location.hash)
			go();
	}
}

function onKey(key) {
	const typing = key.target.matches("input, select"), inQuery = key.target === $("query");
	if (key.ctrlKey || key.metaKey || key.altKey || key.isComposing)
		return;
	if (key.key === "/" && (!typing || key.target.type === "checkbox")) {
		$("query").focus();
		$("query").select();
	} else if (key.key === "Escape") {
		escape();
	} else if ((key.key === "ArrowDown" || key.key === "ArrowUp") && (inQuery || !typing) &&
		!$("shown").contains(key.target)) {
		activate(state.active + (key.key === "ArrowDown" ? 1 : -1));
	} else if ((key.key === "PageDown" || key.key === "PageUp") && inQuery) {
		activate(state.active + (key.key === "PageDown" ? 10 : -10));
	} else if (key.key === "Enter" && (inQuery || key.target === document.body || key.target === $("scroll"))) {
		open(Math.max(0, state.active));
	} else {
		return;
	}
	key.preventDefault();
}

/* Turns the system's choice of light or dark around, by the button. */
function turnTheme() {
	const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
	const now = root.dataset.theme || (dark ? "dark" : "light");
	root.dataset.theme = now === "dark" ? "light" : "dark";
}

// ---- what is dropped ----

/* Reads the regular files of a tar. */
function* filesOf(tar) {
	const text = (at, length) => new TextDecoder().decode(tar.subarray(at, at + length)).replace(/\0[^]*/, "");
	for (let at = 0; at + 512 <= tar.length && tar[at];) {
		const size = parseInt(text(at + 124, 12).trim() || "0", 8), kind = text(at + 156, 1) || "0";
		const prefix = text(at + 257, 5) === "ustar" ? text(at + 345, 155) : "";
		if (kind === "0")
			yield [(prefix ? prefix + "/" : "") + text(at, 100), tar.slice(at + 512, at + 512 + size)];
		at += 512 + Math.ceil(size / 512) * 512;
	}
}

/* Takes a file of tables, a captured machine, or counts. */
async function take(file) {
	const bytes = new Uint8Array(await file.arrayBuffer());
	if (file.name.endsWith(".pmt")) {
		tools.put(`/tables.d/zz-${file.name}`, bytes);
		const { said: why } = tools.ask("showevtinfo", ["--pmus", "--json", "perf"]);
		$("refused").hidden = !why;
		$("refused").textContent = said(why);
	} else if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
		const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
		tools.capture(filesOf(new Uint8Array(await new Response(unpacked).arrayBuffer())));
		$("cpu").value = "";
		history.replaceState(null, "", "#");
	} else {
		state.dropped = new TextDecoder().decode(bytes).replace(/\n*$/, "\n");
		state.values = {};
		if (!/[#&]m=/.test(location.hash)) {
			state.kind = "metrics";
			drawKinds();
		}
	}
	refresh();
	route();
}

addEventListener("dragover", (drag) => {
	drag.preventDefault();
	document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", async (drop) => {
	drop.preventDefault();
	document.body.classList.remove("dropping");
	for (const file of drop.dataTransfer.files)
		await take(file);
});

let waiting = 0;
$("query").addEventListener("input", () => {
	state.words = $("query").value.trim();
	document.body.classList.toggle("start", !state.words && !document.body.classList.contains("open"));
	clearTimeout(waiting);
	waiting = setTimeout(refresh, 0);
});
$("cpu").addEventListener("change", () => chooseCpu($("cpu").value.trim()));
$("theme").addEventListener("click", turnTheme);
$("basket").addEventListener("click", () => go(...basketParts(), ["basket", ""]));
$("list").addEventListener("click", (click) => {
	const item = click.target.closest("[data-row]");
	if (item)
		open(Number(item.dataset.row));
});
document.addEventListener("keydown", onKey);
addEventListener("hashchange", route);

state.words = "";
$("cpus").append(...tools.cpus().map((name) => element("option", { value: name })));
$("cpu").placeholder = start.cpu || (start.captured ? "captured" : "choose");
drawKinds();
refresh();
route();
if (!location.hash && matchMedia("(min-width: 861px)").matches)
	$("query").focus();
document.body.dataset.ready = String(Math.round(performance.now()));
// the last part of a search is made when it is first needed; why should the first key wait for it
setTimeout(() => tools.metrics(), 500);
})();
