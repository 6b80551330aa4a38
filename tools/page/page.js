"use strict";
/* The page: search, list, an event and the form that puts it together. What codes are is encode.js's affair. */
(() => {

/* global pfmkit */
const { EVENT, UMASK, MODIFIER, FACTS } = pfmkit;
const tables = pfmkit.tables(JSON.parse(document.getElementById("data").textContent));
const { data, string, at } = tables;
const $ = (id) => document.getElementById(id);
const ROW = 56; // height of a line of the list, as page.css has it

/* An element: element("p", { class: "text" }, "words", child...). Text never becomes markup. */
function element(name, attributes, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes || {}))
		if (key.startsWith("on"))
			made.addEventListener(key.slice(2), value);
		else if (value !== undefined && value !== false)
			made.setAttribute(key, value === true ? "" : value);
	made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== ""));
	return made;
}

const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
const hex = (value) => "0x" + BigInt(value || 0).toString(16);

// ---- what there is ----

/* All events, each once for every PMU that has it; this machine's first, then those that came last. */
const rows = [];
const pmus = [...data.pmus].sort((a, b) => b.present - a.present || b.id - a.id);
pmus.forEach((pmu, place) => {
	for (const number of tables.eventsOf(pmu))
		rows.push({ pmu, place, number });
});

const nameOf = (number) => string(data.events[number][EVENT.name]);
const factsOf = (row, field) => row[field] ? data.facts[row[field] - 1] : [];
const fullName = (row) => `${row.pmu.name}::${nameOf(row.number)}`;

const FACT_FLAGS = { alone: 1, pair: 2, leader: 4, uncounted: 8, deprecated: 16 };

/* What an event is, for the filters, as bits: its own, and what one of its unit masks is. */
const FILTERS = [["precise", 1], ["speculative", 2], ["deprecated", 4], ["errata", 8], ["alone", 16]];

function factBits(facts) {
	const flags = at(facts, FACTS.flags);
	return (flags & FACT_FLAGS.deprecated ? 4 : 0) | (facts[FACTS.errata] ? 8 : 0) |
		(flags & FACT_FLAGS.alone ? 16 : 0);
}

function filterBits({ pmu, number }) {
	const event = data.events[number];
	let bits = factBits(factsOf(event, EVENT.facts)) | (at(event, EVENT.flags) & pfmkit.EVENT_PRECISE);
	if (pmu.flags & pfmkit.PMU_SPECULATION && at(event, EVENT.flags) & pfmkit.EVENT_SPECULATIVE)
		bits |= 2;
	for (const umask of tables.allUmasks(event))
		bits |= factBits(factsOf(umask, UMASK.facts)) & 8 |
			(at(umask, UMASK.flags) & pfmkit.UMASK_PRECISE ? 1 : 0);
	return bits;
}

// ---- search ----

/* What is searched, made when it is first needed: all strings in one, in small letters, where each begins, and who has
 * them. */
let texts;

function makeTexts() {
	const all = data.strings.join("\n").toLowerCase() + "\n", starts = new Uint32Array(data.strings.length + 1);
	const column = (rows, field) => Uint32Array.from(rows, (row) => row[field] || 0), umasks = data.sets.flat();
	const wordsOf = (pmu) => [pmu.name, pmu.desc, pmu.desc.replace(/[^a-z0-9]/gi, "")];
	for (let i = 0, at = 0; i < data.strings.length; i++)
		starts[i + 1] = at = all.indexOf("\n", at) + 1;
	texts = {
		all,
		starts,
		eventNames: column(data.events, EVENT.name),
		eventTexts: column(data.events, EVENT.text),
		eventSets: column(data.events, EVENT.set),
		umaskNames: column(umasks, UMASK.name),
		umaskTexts: column(umasks, UMASK.text),
		umaskSets: Uint32Array.from(data.sets.flatMap((set, i) => set.map(() => i + 1))),
		pmus: new Map(pmus.map((pmu) => [pmu, wordsOf(pmu).join("\n").toLowerCase()])),
	};
}

/* The word without its ending, of which four letters stay, so that mispredicted finds what mispredicts. */
function stem(word) {
	const ending = ["ions", "ion", "ing", "ed", "es", "s", "e"]
		.find((one) => word.endsWith(one) && word.length >= 4 + one.length);
	return !ending || (ending === "s" && word.endsWith("ss")) ? word : word.slice(0, -ending.length);
}

/* How well each string has the word: whole, at its beginning, at the beginning of a part, somewhere; 0: not at all. */
function stringScores(word) {
	const { all, starts } = texts, scores = new Uint8Array(data.strings.length);
	for (let i = 0, at = all.indexOf(word); at >= 0; at = all.indexOf(word, starts[i])) {
		while (starts[i + 1] <= at)
			i++;
		const begins = at === starts[i];
		scores[i] = begins && at + word.length + 1 === starts[i + 1] ? 100 :
			begins ? 60 : all[at - 1] === "_" ? 45 : 30;
		i++;
	}
	return scores;
}

/*
 * A score for each event, and for each PMU: what counts most of where the word is. In a unit mask's name it counts half
 * as much as in the event's.
 */
function scoresOf(word) {
	const { eventNames, eventTexts, eventSets, umaskNames, umaskTexts, umaskSets } = texts;
	const scores = stringScores(word);
	const sets = new Uint8Array(data.sets.length + 1), events = new Uint8Array(data.events.length);
	for (let i = 0; i < umaskNames.length; i++)
		sets[umaskSets[i]] = Math.max(sets[umaskSets[i]], scores[umaskNames[i]] >> 1,
			scores[umaskTexts[i]] ? 4 : 0);
	for (let i = 0; i < events.length; i++)
		events[i] = Math.max(scores[eventNames[i]], scores[eventTexts[i]] ? 14 : 0, sets[eventSets[i]]);
	const ofPmu = (text) => text.startsWith(word + "\n") ? 50 : text.includes(word) ? 8 : 0;
	return { events, pmus: pmus.map((pmu) => ofPmu(texts.pmus.get(pmu))) };
}

/* What people say, as words of meaning: the longest that fits is taken. said: the words that stand for each of them. */
function folded(words) {
	const folds = data.folds.flatMap(([meaning, list]) =>
		list.split("|").map((one) => [one.split(" ").map(stem), meaning]));
	const fits = (said, at) => said.every((word, i) => words[at + i] === word), meanings = new Map();
	for (let at = 0; at < words.length;) {
		const fold = folds.filter(([said]) => fits(said, at)).sort((a, b) => b[0].length - a[0].length)[0];
		const said = fold ? fold[0] : [words[at]];
		for (const meaning of fold ? fold[1].split(" ").filter(Boolean) : said)
			meanings.set(meaning, said);
		at += said.length;
	}
	return meanings;
}

/* Of what people ask for, the question with most of the words, each of which is one of its own. parts: as typed. */
function questionOf(words) {
	const meanings = folded(words);
	let best;
	for (const [question, wordings] of data.questions) {
		const all = question.split(" "), there = all.map((part) => part.replace("?", ""))
			.filter((part) => meanings.has(part));
		if (there.length && all.every((part) => part.startsWith("?") || meanings.has(part)) &&
			(!best || there.length > best.count))
			best = { count: there.length, parts: there.flatMap((part) => meanings.get(part)),
				wordings: wordings.split("|") };
	}
	return best;
}

/* What is looked for: the words as they are typed, and in the makers' words, the best first. */
function wordingsOf(words) {
	const question = questionOf(words), list = [{ words, bonus: 0 }];
	if (question)
		question.wordings.forEach((wording, i) => list.push({ bonus: 100 * (data.questions.length - i),
			words: [...wording.split(" "), ...words.filter((word) => !question.parts.includes(word))] }));
	return list;
}

/* What has all the words of a wording, best first; of equals, this machine's, then what came last. */
function ranked(found, words) {
	const scorers = new Map(), scored = [];
	const scorer = (word) => {
		if (!scorers.has(word))
			scorers.set(word, scoresOf(word));
		return scorers.get(word);
	};
	const wordings = wordingsOf(words).reverse()
		.map(({ words: list, bonus }) => ({ bonus, scorers: list.map(scorer) }))
		.sort((a, b) => b.bonus - a.bonus);
	for (const row of found) {
		let best = 0;
		for (const wording of wordings) {
			let sum = 0;
			for (const scorer of wording.scorers) {
				const one = Math.max(scorer.events[row.number], scorer.pmus[row.place]);
				if (!one) {
					sum = -1;
					break;
				}
				sum += one;
			}
			if (sum > 0 && sum + wording.bonus > best)
				best = sum + wording.bonus;
		}
		if (best)
			scored.push([best, row]);
	}
	return scored.sort((a, b) => b[0] - a[0]).map(([, row]) => row);
}

const state = {
	words: [], lookedFor: [], marks: undefined, pmu: "", kind: "", flags: 0,
	found: rows, active: -1, open: undefined,
};

/* PMUs that the filter means: those that begin so, else those with it in the name or description. */
function pmusMeant(text) {
	const word = text.trim().toLowerCase().split(/\s*\u2014/)[0], joined = word.replace(/[^a-z0-9_]/g, "");
	const exact = pmus.filter((pmu) => pmu.boxes.some((box) => box[0] === word));
	const begin = pmus.filter((pmu) => pmu.name.startsWith(word));
	if (!texts)
		makeTexts();
	const has = (pmu, text) => texts.pmus.get(pmu).includes(text);
	return new Set(exact.length ? exact : begin.length ? begin :
		pmus.filter((pmu) => has(pmu, word) || (joined && has(pmu, joined))));
}

function search() {
	let found = rows;
	if (state.pmu) {
		const meant = pmusMeant(state.pmu);
		found = found.filter(({ pmu }) => meant.has(pmu));
	}
	if (state.kind)
		found = found.filter(({ pmu }) => pmu.type === state.kind);
	if (state.flags)
		found = found.filter((row) => (row.bits ??= filterBits(row), (row.bits & state.flags) === state.flags));
	if (state.words.length) {
		if (!texts)
			makeTexts();
		found = ranked(found, state.words);
	}
	state.found = found;
	state.active = !state.open ? -1 :
		found.findIndex((row) => row.pmu === state.open.pmu && row.number === state.open.number);
	$("count").textContent = plural(found.length, "event");
	$("scroll").scrollTop = 0;
	drawList();
}

// ---- the list: as much of it as can be seen ----

/* Text with what was searched marked. */
function marked(text) {
	return !state.marks ? [text] :
		text.split(state.marks).map((part, i) => i % 2 ? element("mark", {}, part) : part);
}

/* The unit mask in whose name most of the words are that the event's name does not have; undefined: none has one. */
function umaskFound({ pmu, number }) {
	const event = data.events[number], own = nameOf(number).toLowerCase();
	const words = state.lookedFor.filter((word) => !own.includes(word));
	let best, most = 0;
	for (const row of words.length ? tables.umasksOf(pmu, event) : []) {
		const name = string(tables.allUmasks(event)[row][UMASK.name]), low = name.toLowerCase();
		const count = words.filter((word) => low.includes(word)).length;
		if (count > most)
			[best, most] = [name, count];
	}
	return best;
}

function listRow(i) {
	const row = state.found[i], event = data.events[row.number];
	const boxes = row.pmu.boxes.length, umask = umaskFound(row);
	const attributes = {
		"id": "row" + i, "role": "option", "data-row": i, "class": i === state.active && "active",
		"aria-selected": i === state.active ? "true" : "false",
		"aria-setsize": state.found.length, "aria-posinset": i + 1,
	};
	return element("li", attributes,
		element("div", { class: "line" }, element("span", { class: "name" }, marked(nameOf(row.number)),
			umask ? element("span", { class: "umask" }, ":", marked(umask)) : ""),
			element("span", { class: "of" }, row.pmu.name + (boxes > 1 ? ` ×${boxes}` : ""))),
		element("div", { class: "desc" }, marked(string(event[EVENT.text]))));
}

function drawList() {
	const list = $("list"), scroll = $("scroll"), first = Math.max(0, Math.floor(scroll.scrollTop / ROW) - 6);
	const reach = Math.ceil((scroll.scrollTop + (scroll.clientHeight || 800)) / ROW) + 6;
	const last = Math.min(state.found.length, reach), drawn = [];
	list.style.height = state.found.length * ROW + "px";
	for (let i = first; i < last; i++) {
		const item = listRow(i);
		item.style.top = i * ROW + "px";
		drawn.push(item);
	}
	if (!state.found.length)
		drawn.push(element("div", { class: "nothing" }, "No event has all of this."));
	list.replaceChildren(...drawn);
	if (state.active >= first && state.active < last)
		$("query").setAttribute("aria-activedescendant", "row" + state.active);
	else
		$("query").removeAttribute("aria-activedescendant");
}

function activate(i) {
	const scroll = $("scroll");
	state.active = Math.max(0, Math.min(state.found.length - 1, i));
	if (state.active * ROW < scroll.scrollTop)
		scroll.scrollTop = state.active * ROW;
	else if ((state.active + 1) * ROW > scroll.scrollTop + scroll.clientHeight)
		scroll.scrollTop = (state.active + 1) * ROW - scroll.clientHeight;
	drawList();
}

// ---- an event ----

/* 0-3,f1 */
function counterList(counters) {
	const parts = [], bits = BigInt(counters || 0);
	for (let i = 0; i < 64; i++) {
		const from = i;
		if (!(bits >> BigInt(i) & 1n))
			continue;
		while (i % 32 !== 31 && bits >> BigInt(i + 1) & 1n)
			i++;
		parts.push(`${from < 32 ? "" : "f"}${from % 32}${i > from ? "-" + i % 32 : ""}`);
	}
	return parts.join(",");
}

function countersText(facts) {
	if (!facts[FACTS.counters])
		return "";
	const nosmt = facts[FACTS.countersNosmt];
	const without = nosmt && nosmt !== facts[FACTS.counters] &&
		` (${counterList(nosmt)} without hyper-threading)`;
	return counterList(facts[FACTS.counters]) + (without || "");
}

/* What is known of an event or a unit mask beyond its code, as [word, value or undefined, is a warning]. */
function factList(facts) {
	const flags = at(facts, FACTS.flags), list = [];
	const say = (condition, word, value, warns) => condition && list.push([word, value, warns]);
	say(facts[FACTS.counters], "counters", countersText(facts));
	say(flags & FACT_FLAGS.uncounted, "takes no counter");
	say(facts[FACTS.box], `only on number ${facts[FACTS.box] - 1}`);
	say(flags & FACT_FLAGS.alone, "counts alone", undefined, true);
	say(flags & FACT_FLAGS.pair, "takes two counters");
	say(flags & FACT_FLAGS.leader, "first of its group");
	say(flags & FACT_FLAGS.deprecated, "deprecated", undefined, true);
	say(facts[FACTS.replacement], "use", string(facts[FACTS.replacement]));
	say(facts[FACTS.errata], "errata", string(facts[FACTS.errata]).replace(/,/g, ", "), true);
	say(facts[FACTS.period], "period", at(facts, FACTS.period).toLocaleString("en"));
	return list;
}

const link = (text, words) => element("a", { href: "#" + encodeURI(text) }, words || text);

/* The name of an event of the same PMU, which may have unit masks, as a link. */
const linkInside = (pmu, name) => link(`${pmu.name}::${name.replace(/\./g, ":")}`, name);

function pillsOf(pmu, event) {
	const flags = at(event, EVENT.flags), pills = [];
	const pill = (text, kind) => pills.push(element("li", { class: `pill ${kind || ""}` }, text));
	if (flags & pfmkit.EVENT_PRECISE)
		pill("precise", "good");
	if (pmu.flags & pfmkit.PMU_SPECULATION)
		pill(flags & pfmkit.EVENT_SPECULATIVE ? "speculative" : "not speculative");
	for (const [word, value, warns] of factList(factsOf(event, EVENT.facts)))
		if (value === undefined)
			pill(word, warns ? "warn" : "");
	return pills.length ? element("ul", { class: "pills" }, pills) : "";
}

function detailsOf(pmu, event) {
	const list = [element("dt", {}, "Code"), element("dd", { class: "code" }, hex(event[EVENT.code]))];
	const labels = { counters: "Counters", use: "Use instead", errata: "Errata", period: "Sampling period" };
	for (const [word, value] of factList(factsOf(event, EVENT.facts)))
		if (value !== undefined)
			list.push(element("dt", {}, labels[word]),
				element("dd", {}, word === "use" ? linkInside(pmu, value) : value));
	if (event[EVENT.alias])
		list.push(element("dt", {}, "Another name of"),
			element("dd", { class: "code" }, linkInside(pmu, string(event[EVENT.alias]))));
	return element("dl", {}, list);
}

let othersByName;

/* Other PMUs with an event of that name. */
function others(row) {
	const name = nameOf(row.number).toLowerCase();
	if (!othersByName) {
		othersByName = new Map();
		for (const one of rows) {
			const key = nameOf(one.number).toLowerCase();
			othersByName.set(key, [...othersByName.get(key) || [], one]);
		}
	}
	return othersByName.get(name).filter((one) => one.pmu !== row.pmu);
}

function alsoOn(row) {
	const list = others(row), most = 60;
	if (!list.length)
		return [];
	const have = list.length === 1 ? "One other PMU has" : `${list.length} other PMUs have`;
	return [element("h3", {}, `${have} an event of this name`),
		element("div", { class: "also" }, list.slice(0, most).map((one) => link(fullName(one), one.pmu.name)),
			list.length > most ? element("span", {}, `and ${list.length - most} more`) : "")];
}

// ---- the form ----

/* What is chosen, as a string of which the terms stand in the order of the form. */
function chosen(form) {
	const parts = [`${form.row.pmu.boxes[form.box][0]}::${nameOf(form.row.number)}`];
	for (const input of form.inputs) {
		const name = input.dataset.name;
		if (input.type === "checkbox" && input.checked)
			parts.push(name);
		else if (input.type === "text" && input.value.trim())
			parts.push(`${name}=${input.value.trim()}`);
	}
	return parts.join(":");
}

/* The string as far as registers know it: without what only the kernel has. */
function forRegisters(found) {
	const event = data.events[found.number];
	const own = tables.offered(found.pmu, event, false);
	const lower = (row, name) => string(row[name]).toLowerCase();
	const names = tables.layoutOf(found.pmu).modifiers
		.filter((modifier, i) => own >>> i & 1).map((modifier) => lower(modifier, MODIFIER.name));
	const umasks = tables.umasksOf(found.pmu, event)
		.map((umask) => lower(tables.allUmasks(event)[umask], UMASK.name));
	const isOs = ({ name, value }) => pfmkit.OS.some(([os]) => os === name.toLowerCase()) &&
		!names.includes(name.toLowerCase()) && (value !== undefined || !umasks.includes(name.toLowerCase()));
	return { ...found, terms: found.terms.filter((term) => !isOs(term)) };
}

function showResult(form) {
	const text = chosen(form), found = tables.find(text), show = (key, value) => {
		form.outputs[key].textContent = value || "";
		form.outputs[key].parentElement.hidden = !value;
	};
	form.wrong.hidden = form.note.hidden = true;
	show("string", text);
	try {
		const { perf, note, c } = tables.perfOf(found, text);
		show("code", found.pmu.type === "OS generic" ? "" : tables.codesOf(forRegisters(found)).join(" "));
		show("perf", perf);
		show("c", c);
		form.note.textContent = note || "";
		form.note.hidden = !note;
	} catch (problem) {
		if (!(problem instanceof pfmkit.Problem))
			throw problem;
		for (const key of ["code", "perf", "c"])
			show(key, "");
		form.wrong.textContent = `This does not encode: ${problem.message}.`;
		form.wrong.hidden = false;
	}
	form.link = text;
}

function copy(output, button) {
	const done = () => {
		button.textContent = "Copied";
		setTimeout(() => {
			button.textContent = "Copy";
		}, 1200);
	};
	const select = () => getSelection().selectAllChildren(output); // for the reader to copy
	if (navigator.clipboard)
		navigator.clipboard.writeText(output.textContent).then(done, select);
	else
		select();
}

function resultOf(form) {
	const labels = { string: "Event", code: "Registers", perf: "perf stat -e", c: "C" };
	form.outputs = {};
	form.wrong = element("div", { class: "wrong", role: "status", hidden: true });
	form.note = element("div", { class: "note", role: "status", hidden: true });
	return element("div", { class: "result" }, Object.entries(labels).map(([key, label]) => {
		const output = form.outputs[key] = element("output", { "aria-label": label });
		const onclick = (click) => copy(output, click.currentTarget);
		return element("div", {}, element("span", { class: "label" }, label), output,
			element("button", { type: "button", "aria-label": `Copy ${label}`, onclick }, "Copy"));
	}), form.note, form.wrong);
}

function umaskChoice(form, umask, terms) {
	const name = string(umask[UMASK.name]), flags = at(umask, UMASK.flags), tags = [];
	const tag = (text, warns) => tags.push(element("span", { class: `tag ${warns ? "warn" : ""}` }, text));
	const isThis = (term) => term.value === undefined && term.name.toLowerCase() === name.toLowerCase();
	const input = element("input", {
		"type": "checkbox", "data-name": name, "data-group": tables.groupOf(umask),
		"checked": terms.some(isThis),
	});
	if (flags & pfmkit.UMASK_DEFAULT)
		tag("default");
	if (flags & pfmkit.UMASK_PRECISE)
		tag("precise");
	if (flags & pfmkit.UMASK_NO_MODS)
		tag("no modifiers", true);
	for (const [word, value, warns] of factList(factsOf(umask, UMASK.facts)))
		tag(value === undefined ? word : `${word} ${value}`, warns);
	form.inputs.push(input);
	return element("label", { "data-text": `${name} ${string(umask[UMASK.text])}`.toLowerCase() }, input,
		element("span", { class: "head" }, element("span", { class: "code" }, marked(name)), tags,
			umask[UMASK.code] ? element("span", { class: "number" }, hex(umask[UMASK.code])) : ""),
		element("span", { class: "desc" },
			umask[UMASK.alias] ? `Another name of ${string(umask[UMASK.alias])}` :
				string(umask[UMASK.text])));
}

function umaskChoices(form, terms) {
	const { pmu, number } = form.row, event = data.events[number];
	const umasks = tables.umasksOf(pmu, event).map((row) => tables.allUmasks(event)[row]);
	if (!umasks.length)
		return [];
	const groups = [...new Set(umasks.map(tables.groupOf))].sort();
	const box = element("div", { class: "options umasks" });
	for (const group of groups) {
		if (groups.length > 1)
			box.append(element("div", { class: "group" }, `Group ${group + 1}`));
		box.append(...umasks.filter((umask) => tables.groupOf(umask) === group)
			.map((umask) => umaskChoice(form, umask, terms)));
	}
	const oninput = (input) => {
		const words = input.currentTarget.value.toLowerCase().split(/\s+/);
		for (const label of box.querySelectorAll("label")) {
			label.hidden = !words.every((word) => label.dataset.text.includes(word));
			label.style.display = label.hidden ? "none" : "";
		}
	};
	const filter = umasks.length > 12 && element("input", {
		"type": "search", "class": "filter", "placeholder": `Search ${umasks.length} unit masks`,
		"aria-label": "Search unit masks", oninput,
	});
	return [element("h3", {}, plural(umasks.length, "unit mask")), filter || "", box];
}

function modifierChoice(form, { name, text, integer, min, max }, terms) {
	const term = terms.find((one) => one.name.toLowerCase() === name.toLowerCase());
	const isOn = term && (term.value === undefined || /^[yt1]$/i.test(term.value));
	const range = max === undefined ? "a number" : `${min}\u2013${max > 1 << 24 ? hex(max) : max}`;
	const input = element("input", !integer ? { "type": "checkbox", "data-name": name, "checked": isOn } : {
		"type": "text", "inputmode": "numeric", "data-name": name, "placeholder": range,
		"value": term && term.value, "spellcheck": "false",
	});
	const head = element("span", { class: "head" }, element("span", { class: "code" }, name));
	const desc = element("span", { class: "desc" }, text);
	form.inputs.push(input);
	return integer ? element("label", { class: "number" }, head, input, desc) :
		element("label", {}, input, head, desc);
}

function modifierChoices(form, terms) {
	const { pmu, number } = form.row, event = data.events[number];
	const offered = tables.offered(pmu, event, true), os = tables.osOffered(pmu, event);
	const own = tables.layoutOf(pmu).modifiers.filter((modifier, i) => offered >>> i & 1).map((modifier) => ({
		name: string(modifier[MODIFIER.name]),
		text: string(modifier[MODIFIER.text]),
		integer: at(modifier, MODIFIER.flags) & pfmkit.MODIFIER_INTEGER,
		min: at(modifier, MODIFIER.min),
		max: modifier[MODIFIER.max],
	}));
	const kernel = pfmkit.OS.filter((modifier, i) => os >> i & 1)
		.map(([name, text, integer]) => ({ name, text, integer }));
	const section = (title, list) => !list.length ? [] : [element("h3", {}, title),
		element("div", { class: "options" }, list.map((one) => modifierChoice(form, one, terms)))];
	return [...section("Modifiers of the PMU", own), ...section("Modifiers of the kernel", kernel)];
}

function boxChoice(form) {
	const { boxes } = form.row.pmu;
	if (boxes.length < 2)
		return [];
	const option = ([name, device], i) =>
		element("option", { selected: i === form.box }, device ? `${name} (${device})` : name);
	const onchange = (change) => {
		form.box = change.currentTarget.selectedIndex;
		changed(form);
	};
	return [element("h3", {}, `One of ${boxes.length} boxes`),
		element("select", { "class": "boxes", "aria-label": "Box", onchange }, boxes.map(option))];
}

/* Whether what is chosen encodes. */
function encodes(form) {
	try {
		return Boolean(tables.perfOf(tables.find(chosen(form)), ""));
	} catch (problem) {
		if (problem instanceof pfmkit.Problem)
			return false;
		throw problem;
	}
}

/* A unit mask that bears no other of its group takes their place. */
function replaceOthers(form, input) {
	const others = form.inputs
		.filter((one) => one !== input && one.checked && one.dataset.group === input.dataset.group);
	if (!input.checked || !input.dataset.group || !others.length || encodes(form))
		return;
	for (const one of others)
		one.checked = false;
	if (!encodes(form))
		for (const one of others)
			one.checked = true;
}

function changed(form) {
	showResult(form);
	$("event").querySelector("h2 .of").textContent = `${form.row.pmu.boxes[form.box][0]}::`;
	history.replaceState(null, "", "#" + encodeURI(form.link));
}

function placeOf(pmu) {
	const counters = [pmu.counters && plural(pmu.counters, "counter"), pmu.fixed && `${pmu.fixed} fixed`];
	const types = { core: "core PMU", uncore: "uncore PMU", "OS generic": "the kernel\u2019s own" };
	return [pmu.desc, types[pmu.type] || pmu.type, counters.filter(Boolean).join(", ")]
		.filter(Boolean).join(" \u00b7 ");
}

function drawEvent({ pmu, box, number, terms }) {
	const event = data.events[number], form = { row: { pmu, number }, box, inputs: [] };
	const result = resultOf(form), umasks = umaskChoices(form, terms), modifiers = modifierChoices(form, terms);
	const page = $("event");
	page.replaceChildren(
		element("button", { type: "button", class: "back", onclick: close }, "\u2039 Events"),
		element("h2", {}, element("span", { class: "of" }, `${pmu.boxes[box][0]}::`), nameOf(number)),
		element("p", { class: "where" }, placeOf(pmu)),
		element("p", { class: "text" }, string(event[EVENT.text])),
		pillsOf(pmu, event), detailsOf(pmu, event),
		element("h3", {}, "Codes"), result, ...boxChoice(form),
		element("form", { onsubmit: (submit) => submit.preventDefault(), oninput: ({ target }) => {
			if (!target.dataset.name)
				return;
			replaceOthers(form, target);
			changed(form);
		} }, umasks, modifiers),
		...alsoOn(form.row));
	page.scrollTop = 0;
	showResult(form);
	document.title = `${pmu.name}::${nameOf(number)}`;
}

function drawWelcome() {
	const key = (...names) => names.map((name) => element("kbd", {}, name)).flatMap((one) => [one, " "]);
	$("event").replaceChildren(element("div", { class: "welcome" },
		element("p", {}, element("strong", {}, plural(rows.length, "event")),
			`of ${plural(data.pmus.length, "PMU")}, with their unit masks and modifiers, `,
			"and the codes that they make."),
		element("dl", {}, element("dt", {}, key("/")), element("dd", {}, "search"),
			element("dt", {}, key("\u2191", "\u2193")), element("dd", {}, "go through the list"),
			element("dt", {}, key("Enter")), element("dd", {}, "open an event"),
			element("dt", {}, key("Esc")), element("dd", {}, "go back, and clear the search")),
		element("p", {}, `pfmkit ${data.version}`)));
	document.title = "Performance events";
}

// ---- going about ----

/* Shows what the address names: #skl::INST_RETIRED, with unit masks and modifiers if it has any. */
function route() {
	const text = decodeURIComponent(location.hash.slice(1)), found = text && tables.find(text);
	state.open = found || undefined;
	document.body.classList.toggle("open", Boolean(text));
	if (found)
		drawEvent(found);
	else
		drawWelcome();
	if (text && !found)
		$("event").prepend(
			element("button", { type: "button", class: "back", onclick: close }, "\u2039 Events"),
			element("p", { class: "text", role: "alert" }, `No event of this page is called ${text}.`));
	state.active = !found ? -1 :
		state.found.findIndex((row) => row.pmu === found.pmu && row.number === found.number);
	drawList();
}

/* Opens what the list says: with the unit mask that was found. */
function open(i) {
	const row = state.found[i], umask = row && umaskFound(row);
	if (!row)
		return;
	location.hash = encodeURI(fullName(row) + (umask ? ":" + umask : ""));
	if (matchMedia("(max-width: 860px)").matches)
		$("event").focus();
}

function close() {
	history.pushState(null, "", "#");
	route();
	$("query").focus({ preventScroll: true });
}

function escape() {
	const query = $("query");
	if (state.open || document.body.classList.contains("open")) {
		close();
	} else if (query.value || state.pmu || state.kind || state.flags) {
		query.value = $("pmu").value = "";
		state.kind = "";
		state.flags = 0;
		drawFilters();
		ask();
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
			!$("event").contains(key.target)) {
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

function ask() {
	state.words = $("query").value.toLowerCase().split(/[\s:.]+/).filter(Boolean).map(stem);
	state.lookedFor = [...new Set(wordingsOf(state.words).flatMap((wording) => wording.words))];
	const marks = state.lookedFor.filter((word) => word.length > 1).map((word) => word.replace(/[^\w]/g, "\\$&"));
	state.marks = marks.length ? new RegExp(`(${marks.join("|")})`, "i") : undefined;
	state.pmu = $("pmu").value.trim();
	search();
}

function drawFilters() {
	const button = (text, isPressed, act) => element("button", {
		"type": "button", "aria-pressed": String(isPressed), "onclick": () => {
			act();
			drawFilters();
			search();
		},
	}, text);
	const kinds = [["core", "Core"], ["uncore", "Uncore"], ["OS generic", "Kernel"]]
		.filter(([kind]) => data.pmus.some((pmu) => pmu.type === kind));
	$("kinds").replaceChildren(...[["", "All"], ...kinds].map(([kind, label]) =>
		button(label, state.kind === kind, () => state.kind = kind)));
	const capital = (word) => word[0].toUpperCase() + word.slice(1);
	$("flags").replaceChildren(...FILTERS.map(([label, flag]) =>
		button(capital(label), (state.flags & flag) !== 0, () => state.flags ^= flag)));
}

/* The button turns what the system says around. */
function turnTheme() {
	const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
	const now = root.dataset.theme || (dark ? "dark" : "light");
	root.dataset.theme = now === "dark" ? "light" : "dark";
}

$("theme").addEventListener("click", turnTheme);
drawFilters();
$("pmus").append(...pmus.map((pmu) => element("option", { value: pmu.name }, pmu.desc)));
$("query").addEventListener("input", ask);
$("pmu").addEventListener("input", ask);
$("scroll").addEventListener("scroll", drawList, { passive: true });
$("list").addEventListener("click", (click) => {
	const item = click.target.closest("[data-row]");
	if (item)
		open(Number(item.dataset.row));
});
document.addEventListener("keydown", onKey);
addEventListener("hashchange", route);
addEventListener("popstate", route);
addEventListener("resize", drawList);
search();
route();
if (!location.hash && matchMedia("(min-width: 861px)").matches)
	$("query").focus();
(globalThis.requestIdleCallback || setTimeout)(() => texts || makeTexts());
})();
