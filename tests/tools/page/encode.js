// Random event strings, encoded by the page's own encoder.
//
//   node encode.js PAGE SEED COUNT LAYER      LAYER: none or perf
//
// Prints a line of JSON for each string: { string, error } or, for none, { string, codes }, for perf
// { string, perf, c }. Errors are called as the tools call them.
"use strict";
const { readFileSync } = require("fs");

const page = readFileSync(process.argv[2], "utf8");
const element = (id) => new RegExp(`<script[^>]* id="${id}"[^>]*>([^]*?)</script>`).exec(page)[1];
const pfmkit = new Function(element("encoder") + "; return pfmkit;")();
const data = JSON.parse(element("data"));
const tables = pfmkit.tables(data);
const forPerf = process.argv[5] === "perf";

let state = BigInt(process.argv[3]);

// xorshift64*
function random(below) {
	state ^= state >> 12n;
	state = BigInt.asUintN(64, state ^ state << 25n);
	state ^= state >> 27n;
	return Number(BigInt.asUintN(64, state * 0x2545f4914f6cdd1dn) >> 33n) % below;
}

const pick = (list) => list[random(list.length)];

function modifiersOf(pmu, event) {
	const row = pfmkit.MODIFIER, offered = tables.offered(pmu, event, forPerf);
	const list = tables.layoutOf(pmu).modifiers.filter((modifier, i) => offered >>> i & 1).map((modifier) => ({
		name: tables.string(modifier[row.name]),
		integer: modifier[row.flags] & 1,
		max: Number(modifier[row.max]),
	}));
	return forPerf ? list.concat(pfmkit.OS.filter((modifier, i) => tables.osOffered(pmu, event) >> i & 1)
		.map(([name, , integer]) => ({ name, integer, max: 4 }))) : list;
}

function randomModifier({ name, integer, max }) {
	if (!integer)
		return name + pick(["", "=1", "=0", "=y", "=n"]);
	const values = [0, 1, random(max + 1), random(max + 1), "0x" + random(max + 1).toString(16), max, max + 1];
	return `${name}=${pick(values)}`;
}

function randomString() {
	const pmu = pick(data.pmus), event = data.events[pick([...tables.eventsOf(pmu)])];
	const umasks = tables.umasksOf(pmu, event), modifiers = modifiersOf(pmu, event);
	const parts = [`${pick(pmu.boxes)[0]}::${tables.string(event[0])}`];
	for (let i = pick([0, 1, 1, 1, 2, 3]); umasks.length && i > 0; i--)
		parts.push(tables.string(tables.allUmasks(event)[pick(umasks)][0]));
	for (let i = pick([0, 0, 1, 1, 2, 3]); modifiers.length && i > 0; i--)
		parts.push(randomModifier(pick(modifiers)));
	return parts.join(":");
}

function results(string) {
	const found = tables.find(string);
	return forPerf ? tables.perfOf(found, string) : { codes: tables.codesOf(found) };
}

const ERRORS = {
	"-2": "INVAL", "-4": "NOTFOUND", "-5": "FEATCOMB", "-6": "UMASK", "-8": "ATTR", "-9": "ATTR_VAL",
	"-10": "ATTR_SET", "-11": "TOOMANY",
};

for (let i = 0; i < Number(process.argv[4]); i++) {
	const string = randomString();
	try {
		console.log(JSON.stringify({ string, ...results(string) }));
	} catch (problem) {
		if (!problem.code)
			throw problem;
		console.log(JSON.stringify({ string, error: ERRORS[problem.code] }));
	}
}
