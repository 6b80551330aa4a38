"use strict";
/*
 * Event strings to codes, by the rules of the library's encoder (src/encode), on its own tables: what show_page.c
 * writes. Words are BigInts of 64 bits. An error is thrown as a Problem, with the library's number.
 */

/* exported: pfmkit */
const pfmkit = (() => {

// What stands where in the rows. Missing elements are 0.
const EVENT = {
	name: 0, text: 1, code: 2, set: 3, modifiers: 4, facts: 5, flags: 6, column: 7, alias: 8, required: 9,
	force: 10, hook: 11,
};
const UMASK = {
	name: 0, text: 1, code: 2, flags: 3, facts: 4, variants: 5, alias: 6, hardwired: 7, required: 8, takes: 9,
	words: 10, event: 13, needs: 14,
};
const MODIFIER = {
	name: 0, text: 1, flags: 2, mask: 3, word: 4, setsMask: 5, setsWord: 6, setsIfMask: 7, setsIfWord: 8, min: 9,
	max: 10, untaken: 11, privilege: 12, forces: 13,
};
const FACTS = { counters: 0, countersNosmt: 1, flags: 2, period: 3, box: 4, replacement: 5, errata: 6 };

// Flags and rules, as src/tables/body.h numbers them.
const EVENT_PRECISE = 1, EVENT_SPECULATIVE = 2, EVENT_ONE_GROUP = 8, EVENT_TO_EXTRA = 16, EVENT_ASSIGN = 32,
	EVENT_SHADOWED = 64, EVENT_BARE = 128;
const UMASK_NCOMBO = 1, UMASK_DEFAULT = 2, UMASK_PRECISE = 4, UMASK_EXCL_GT = 8, UMASK_EXCL_BUT0 = 16,
	UMASK_OPTIONAL = 32, UMASK_NEEDS_GROUP = 64, UMASK_NO_MODS = 128, UMASK_EVENT = 512, UMASK_GROUP_SHIFT = 13;
const MODIFIER_INTEGER = 1, MODIFIER_INVERTED = 8, MODIFIER_IF_REQUIRED = 32, MODIFIER_TAKEN = 64,
	MODIFIER_UNTAKEN_ERROR = 128, MODIFIER_RANGE_INVAL = 256;
const RULE_STRICT_GROUPS = 1, RULE_NEED_UMASK = 2, RULE_ONE_A_GROUP = 4, RULE_MISSING_IS_ATTR = 8;
const PRIVILEGE_NONE = 0, PRIVILEGE_SUPPORTED = 1, PRIVILEGE_EVENT = 2, PRIVILEGE_ALWAYS = 3;
const FROM_WORD = 0, FROM_EVENT = 1;
const PMU_RAW_UMASK = 1, PMU_HW_SAMPLING = 16, PMU_NO_SAMPLING = 32;
const HOOK_CHA_FILTER = 1;
const PERF_PMU = 51, TYPE_RAW = 4;
const PLM0 = 1, PLM3 = 8, PLMH = 16;
const MAX_ATTRIBUTES = 64;

const ERR = { inval: -2, notfound: -4, featcomb: -5, umask: -6, attr: -8, value: -9, set: -10, many: -11 };

class Problem extends Error {
	constructor(code, message) {
		super(message);
		this.code = code;
	}
}

// The modifiers of perf_event, in the order of their numbers.
const OS = [
	["u", "Count in user code", false],
	["k", "Count in the kernel", false],
	["h", "Count in the hypervisor", false],
	["period", "A sample after this many occurrences", true],
	["freq", "So many samples a second", true],
	["precise", "Skid between event and sample: 0 any, 1 constant, 2 none wanted, 3 none", true],
	["excl", "Nothing else is counted on the PMU at the same time", false],
	["mg", "Count while a guest runs", false],
	["mh", "Count while the host runs", false],
	["cpu", "The CPU to open the event on", true],
	["pinned", "Stay on a counter all the time, or fail", false],
	["hw_smpl", "The hardware buffers the samples", false]];
const OS_U = 0, OS_K = 1, OS_H = 2, OS_PERIOD = 3, OS_FREQ = 4, OS_PRECISE = 5, OS_EXCL = 6, OS_MG = 7, OS_MH = 8,
	OS_CPU = 9, OS_PINNED = 10, OS_HW_SMPL = 11;
const OS_PRECISE_IF = 1 << 12, OS_HW_SMPL_IF = 1 << 13;

const big = (value) => BigInt(value || 0);
const wrap = (value) => BigInt.asUintN(64, value);
const bit = (set, n) => (set >>> n) & 1;

function lowestBit(mask) {
	let n = 0n;
	while (!(mask >> n & 1n))
		n++;
	return n;
}

// As strtoull() does with base 0, a sign allowed; undefined: no number.
function readNumber(text) {
	const parts = /^([+-]?)(0x[0-9a-f]+|0[0-7]*|[1-9][0-9]*)$/i.exec(text);
	if (!parts)
		return undefined;
	let value = BigInt(/^0[0-7]+$/.test(parts[2]) ? "0o" + parts[2].slice(1) : parts[2]);
	if (value >> 64n)
		return (1n << 64n) - 1n;
	return wrap(parts[1] === "-" ? -value : value);
}

function tables(data) {
	const string = (n) => data.strings[n || 0];
	const at = (row, field) => row[field] || 0;
	const same = (a, b) => a.toLowerCase() === b.toLowerCase();

	// ---- finding ----

	const byName = new Map();
	data.pmus.forEach((pmu) => pmu.boxes.forEach((box, number) =>
		byName.set(box[0].toLowerCase(), { pmu, box: number })));

	function* eventsOf(pmu) {
		for (let i = 0; i < pmu.events.length; i += 2)
			for (let k = 0; k < pmu.events[i + 1]; k++)
				yield pmu.events[i] + k;
	}

	function findEvent(pmu, name) {
		for (const number of eventsOf(pmu)) {
			const event = data.events[number];
			if (!(at(event, EVENT.flags) & EVENT_SHADOWED) && same(string(event[EVENT.name]), name))
				return number;
		}
		return -1;
	}

	const allUmasks = (event) => event[EVENT.set] ? data.sets[event[EVENT.set] - 1] : [];
	const isVisible = (pmu, umask) => !at(umask, UMASK.variants) || ((umask[UMASK.variants] & pmu.visible) !== 0);
	const groupOf = (umask) => at(umask, UMASK.flags) >>> UMASK_GROUP_SHIFT;
	const groupCount = (event) => allUmasks(event).reduce((most, umask) => Math.max(most, groupOf(umask) + 1), 0);

	// Rows of the unit masks that the PMU has.
	function umasksOf(pmu, event) {
		return allUmasks(event).map((umask, row) => row).filter((row) => isVisible(pmu, allUmasks(event)[row]));
	}

	const layoutOf = (pmu) => data.layouts[pmu.layout];

	// ---- modifiers of perf_event ----

	// Of generic events: those that the levels of the PMU and the type of the event allow.
	function offeredByKernel(pmu, event) {
		let all = 0xfff & ~(1 << OS_HW_SMPL);
		const type = at(event, EVENT.column);
		if (type !== 0 && type !== 3)
			return all & ~(1 << OS_PRECISE | 1 << OS_H);
		if (!(pmu.plm & PLM3))
			all &= ~(1 << OS_U);
		if (!(pmu.plm & PLM0))
			all &= ~(1 << OS_K);
		if (!(pmu.plm & PLMH))
			all &= ~(1 << OS_H);
		return all;
	}

	function osOffered(pmu, event) {
		let offered = layoutOf(pmu).os;
		const precise = at(event, EVENT.flags) & EVENT_PRECISE;
		if (offered & OS_PRECISE_IF && precise)
			offered |= 1 << OS_PRECISE;
		if (offered & OS_HW_SMPL_IF && !precise && pmu.flags & PMU_HW_SAMPLING)
			offered |= 1 << OS_HW_SMPL;
		if (pmu.flags & PMU_NO_SAMPLING)
			offered &= ~(1 << OS_PERIOD | 1 << OS_FREQ | 1 << OS_PRECISE);
		if (pmu.id === PERF_PMU)
			offered &= offeredByKernel(pmu, event);
		return offered & 0xfff;
	}

	// Modifiers of the PMU. perf: for the kernel, which has some of its own.
	const offered = (pmu, event, perf) =>
		(at(event, EVENT.modifiers) & (perf ? ~layoutOf(pmu).not_under_perf : -1)) >>> 0;

	// ---- reading ----

	function readValue(term, integer) {
		if (term.value === undefined) {
			if (integer)
				throw new Problem(ERR.value, `${term.name} needs a value, as in ${term.name}=1`);
			return 1n;
		}
		if (integer) {
			const value = readNumber(term.value);
			if (value === undefined)
				throw new Problem(ERR.value, `${term.value || "nothing"} is not a number`);
			return value;
		}
		if (/^[yt1]$/i.test(term.value))
			return 1n;
		if (/^[nf0]$/i.test(term.value))
			return 0n;
		throw new Problem(ERR.value, `${term.name} is on or off: 1 or 0`);
	}

	function add(selection, attribute) {
		if (selection.attributes.length === MAX_ATTRIBUTES)
			throw new Problem(ERR.many, `more than ${MAX_ATTRIBUTES} unit masks and modifiers`);
		selection.attributes.push(attribute);
	}

	// The first unit mask of that name that the PMU has; -1: none.
	function findUmask(pmu, event, name) {
		return allUmasks(event)
			.findIndex((umask) => isVisible(pmu, umask) && same(string(umask[UMASK.name]), name));
	}

	function readRawUmask(selection, term, seen) {
		if (seen.raw || seen.umask)
			throw new Problem(ERR.attr, "a unit mask as a number stands alone");
		if (!(selection.pmu.flags & PMU_RAW_UMASK))
			throw new Problem(ERR.attr, "this PMU takes no unit masks as numbers");
		if (!/^0x[0-9a-f]+$/i.test(term.name))
			throw new Problem(ERR.attr, `${term.name} is not a number`);
		seen.raw = true;
		if (term.value !== undefined)
			throw new Problem(ERR.value, "a unit mask has no value");
		add(selection, { kind: "raw", index: 0, value: readNumber(term.name) });
	}

	function readUmask(selection, row, seen) {
		const umask = allUmasks(selection.event)[row];
		seen.umask = true;
		if (seen.raw)
			throw new Problem(ERR.attr, "a unit mask as a number stands alone");
		if (umask[UMASK.alias])
			readTerms(selection, split(string(umask[UMASK.alias])), { });
		else
			add(selection, { kind: "umask", index: row, value: 0n });
	}

	function readTerm(selection, term, seen) {
		const { pmu, event } = selection, modifiers = layoutOf(pmu).modifiers;
		if (/^0x/i.test(term.name))
			return readRawUmask(selection, term, seen);
		const row = findUmask(pmu, event, term.name);
		if (row >= 0 && term.value === undefined)
			return readUmask(selection, row, seen);
		for (let i = 0; i < modifiers.length; i++)
			if (bit(offered(pmu, event, selection.perf), i) &&
			    same(string(modifiers[i][MODIFIER.name]), term.name)) {
				const value = readValue(term, at(modifiers[i], MODIFIER.flags) & MODIFIER_INTEGER);
				return add(selection, { kind: "modifier", index: i, value });
			}
		for (let i = 0; selection.perf && i < OS.length; i++)
			if (bit(osOffered(pmu, event), i) && same(OS[i][0], term.name))
				return add(selection, { kind: "os", index: i, value: readValue(term, OS[i][2]) });
		throw new Problem(ERR.attr, row >= 0 ? `${term.name} is a unit mask, which has no value` :
			`${term.name} is no unit mask or modifier of this event`);
	}

	function readTerms(selection, terms, seen) {
		for (const term of terms)
			readTerm(selection, term, seen);
	}

	// "A:B=1" to [{ name: "A" }, { name: "B", value: "1" }]
	function split(text) {
		return text.split(/[:.]/).map((part) => {
			const equals = part.indexOf("=");
			return equals < 0 ? { name: part } :
				{ name: part.slice(0, equals), value: part.slice(equals + 1) };
		});
	}

	function followAlias(selection) {
		const terms = split(string(selection.event[EVENT.alias]));
		const number = findEvent(selection.pmu, terms[0].name);
		if (number < 0)
			throw new Problem(ERR.notfound, `${terms[0].name} is no event of this PMU`);
		selection.event = data.events[number];
		readTerms(selection, terms.slice(1), { });
	}

	// Of equal attributes one stays.
	function removeDuplicates(selection) {
		const kept = [];
		for (const next of selection.attributes) {
			const isSame = ({ kind, index }) =>
				kind === next.kind && index === next.index && kind !== "raw";
			const other = kept.find(isSame);
			if (other && other.value !== next.value)
				throw new Problem(ERR.set, "a modifier has two values");
			if (!other)
				kept.push(next);
		}
		selection.attributes = kept;
	}

	// terms: what stands behind the event. perf: for the kernel.
	function resolve(pmu, number, terms, perf) {
		const selection = { pmu, event: data.events[number], attributes: [], perf };
		if (selection.event[EVENT.alias])
			followAlias(selection);
		readTerms(selection, terms, { });
		removeDuplicates(selection);
		return selection;
	}

	// ---- encoding ----

	function placeEvent(state) {
		const { layout, event, words } = state;
		let code = big(event[EVENT.code]);
		for (let i = 0; i < layout.code.length; i += 3) {
			const [word, low, width] = [0, 1, 2].map((k) => layout.code[i + k] || 0);
			if (word !== 0xff)
				words[word] |= wrap(BigInt.asUintN(width, code) << BigInt(low));
			code >>= BigInt(width);
		}
		for (let i = 0; i < layout.words; i++)
			words[i] |= big(layout.set[i]);
		const mask = big(layout.places[2]);
		if (mask)
			words[layout.places[3] || 0] |= wrap(big(event[EVENT.column]) << lowestBit(mask));
	}

	function addCode(state, code) {
		const mask = big(state.layout.places[0]);
		if (at(state.event, EVENT.flags) & EVENT_TO_EXTRA)
			state.umasks[1] |= code;
		else if (mask)
			state.umasks[state.layout.places[1] || 0] |= wrap(code << lowestBit(mask)) & mask;
	}

	function addUmaskBits(state, umask) {
		addCode(state, big(umask[UMASK.code]));
		for (let i = 0; i < state.layout.words; i++)
			state.umasks[i] |= big(umask[UMASK.words + i]);
		state.anyUmask = true;
	}

	function checkCombination(state, umask) {
		const group = groupOf(umask), name = string(umask[UMASK.name]);
		if (at(state.event, EVENT.flags) & EVENT_ONE_GROUP && state.lastGroup >= 0 && state.lastGroup !== group)
			throw new Problem(ERR.featcomb, `${name} does not go with unit masks of another group`);
		state.lastGroup = group;
		if (at(umask, UMASK.flags) & UMASK_NCOMBO)
			state.ncomboGroups |= 1 << group;
		if (!bit(state.groups, group))
			return;
		if (bit(state.ncomboGroups, group))
			throw new Problem(ERR.featcomb, `${name} does not go with another unit mask of its group`);
		if (state.layout.rules & RULE_ONE_A_GROUP)
			throw new Problem(ERR.umask, "one unit mask of a group only");
	}

	function applyUmask(state, row) {
		const umask = allUmasks(state.event)[row], group = groupOf(umask), flags = at(umask, UMASK.flags);
		if (flags & UMASK_EXCL_GT)
			state.limit = group;
		if (flags & UMASK_EXCL_BUT0)
			state.but0 = group;
		if (flags & UMASK_NEEDS_GROUP)
			state.neededGroups |= 1 << at(umask, UMASK.needs);
		state.noModifiers ||= (flags & UMASK_NO_MODS) !== 0;
		checkCombination(state, umask);
		if (at(state.event, EVENT.flags) & EVENT_ASSIGN)
			state.umasks[state.layout.places[1] || 0] = 0n;
		addUmaskBits(state, umask);
		state.groups |= 1 << group;
		state.hardwired |= at(umask, UMASK.hardwired);
		state.taken |= at(umask, UMASK.takes);
		state.required |= at(umask, UMASK.required);
		if (flags & UMASK_EVENT) {
			const code = at(umask, UMASK.event);
			if (state.override >= 0 && state.override !== code)
				throw new Problem(ERR.featcomb, "these unit masks are of different events");
			state.override = code;
			state.words[0] = (state.words[0] & ~0xffn) | BigInt(code);
		}
	}

	function writeModifier(state, modifier, value) {
		const mask = big(modifier[MODIFIER.mask]), word = at(modifier, MODIFIER.word);
		const flags = at(modifier, MODIFIER.flags);
		if (!mask)
			return;
		if (flags & MODIFIER_INTEGER)
			value = wrap(value << lowestBit(mask)) & mask;
		else
			value = (value !== 0n) !== ((flags & MODIFIER_INVERTED) !== 0) ? mask : 0n;
		state.words[word] = (state.words[word] & ~mask) | value;
	}

	function applyModifier(state, { index, value }) {
		const modifier = state.layout.modifiers[index], flags = at(modifier, MODIFIER.flags);
		if (flags & MODIFIER_TAKEN && !value && at(modifier, MODIFIER.min)) {
			state.zero |= 1 << index;
			return;
		}
		const { min, max } = MODIFIER;
		if (flags & MODIFIER_INTEGER && (value < big(modifier[min]) || value > big(modifier[max])))
			throw new Problem(flags & MODIFIER_RANGE_INVAL ? ERR.inval : ERR.value,
				`${string(modifier[MODIFIER.name])} is ${at(modifier, min)} to ${modifier[max]}`);
		state.given |= 1 << index;
		state.values[index] = value;
		state.privilegeGiven ||= at(modifier, MODIFIER.privilege) !== 0;
		if (flags & MODIFIER_TAKEN)
			return;
		writeModifier(state, modifier, value);
		state.words[at(modifier, MODIFIER.setsWord)] |= big(modifier[MODIFIER.setsMask]);
		if (value)
			state.words[at(modifier, MODIFIER.setsIfWord)] |= big(modifier[MODIFIER.setsIfMask]);
		if (modifier[MODIFIER.forces])
			state.forced |= 1 << modifier[MODIFIER.forces];
	}

	function applyRawUmask(state, value) {
		state.umasks[at(state.event, EVENT.flags) & EVENT_TO_EXTRA ? 1 : state.layout.places[1] || 0] = 0n;
		addCode(state, value);
		state.groups = (1 << groupCount(state.event)) - 1;
		state.anyUmask = true;
	}

	// A field that a unit mask hardwires may be repeated, not changed.
	function checkHardwired(state) {
		state.layout.modifiers.forEach((modifier, i) => {
			const word = at(modifier, MODIFIER.word);
			if (bit(state.hardwired & state.given, i) && !(at(modifier, MODIFIER.flags) & MODIFIER_TAKEN) &&
			    (state.umasks[word] ^ state.words[word]) & big(modifier[MODIFIER.mask]))
				throw new Problem(ERR.set,
					`${string(modifier[MODIFIER.name])} is set by a unit mask already`);
		});
	}

	// Levels that nobody named come from plm, unless somebody named another.
	function setPrivilege(state, plm) {
		const { layout, pmu } = state;
		if (layout.privilege === PRIVILEGE_NONE)
			return;
		if (layout.privilege === PRIVILEGE_ALWAYS) {
			[PLM0, PLM3, PLMH].forEach((level, i) => {
				if (!state.privilegeGiven && plm & level)
					state.words[layout.places[5 + 2 * i] || 0] |= big(layout.places[4 + 2 * i]);
			});
			return;
		}
		if (layout.privilege === PRIVILEGE_SUPPORTED)
			plm &= pmu.plm;
		let left = layout.with_privilege & ~state.given;
		if (layout.privilege === PRIVILEGE_EVENT)
			left &= at(state.event, EVENT.modifiers);
		layout.modifiers.forEach((modifier, i) => {
			if (bit(left, i))
				writeModifier(state, modifier,
					!state.privilegeGiven && plm & at(modifier, MODIFIER.privilege) ? 1n : 0n);
		});
	}

	// The defaults of one group. The limit is that of the defaults before.
	function addGroupDefaults(state, group, defaults) {
		const none = { added: false, skipped: false }, { event, pmu } = state;
		const isBehind = defaults.limit >= 0 && group > defaults.limit;
		if (isBehind || (state.but0 >= 0 && group && group !== state.but0)) {
			none.skipped = allUmasks(event)
				.some((umask) => groupOf(umask) === group && isVisible(pmu, umask));
			return none;
		}
		for (const umask of allUmasks(event)) {
			const flags = at(umask, UMASK.flags);
			const fillsIn = flags & (UMASK_DEFAULT | UMASK_OPTIONAL);
			if (!fillsIn || groupOf(umask) !== group || !isVisible(pmu, umask))
				continue;
			if (flags & UMASK_OPTIONAL) {
				none.skipped = true;
				continue;
			}
			addUmaskBits(state, umask);
			state.added.push(umask);
			none.added = true;
			if (at(event, EVENT.flags) & EVENT_ONE_GROUP)
				return none;
			if (flags & UMASK_EXCL_GT) {
				if (defaults.limit >= 0)
					throw new Problem(ERR.umask, "a unit mask is missing");
				defaults.limit = group;
			}
		}
		return none;
	}

	function addDefaults(state) {
		const count = groupCount(state.event), oneGroup = at(state.event, EVENT.flags) & EVENT_ONE_GROUP;
		const defaults = { limit: state.limit };
		if (state.groups === (1 << count) - 1 || (state.groups && oneGroup))
			return;
		for (let group = 0; group < count; group++) {
			if (bit(state.groups, group))
				continue;
			const { added, skipped } = addGroupDefaults(state, group, defaults);
			if (!added && !skipped)
				throw new Problem(state.layout.rules & RULE_MISSING_IS_ATTR ? ERR.attr : ERR.umask,
					count > 1 ? `a unit mask of group ${group + 1} is missing` :
						"a unit mask is missing");
			if (added && oneGroup)
				return;
		}
	}

	function checkGroups(state) {
		if (!(state.layout.rules & RULE_STRICT_GROUPS))
			return;
		const named = state.attributes.filter(({ kind }) => kind === "umask")
			.map(({ index }) => allUmasks(state.event)[index]);
		for (const umask of [...named, ...state.added]) {
			const group = groupOf(umask);
			const isExcluded = state.but0 >= 0 && named.includes(umask) && group && group !== state.but0;
			if (isExcluded || (state.limit >= 0 && group > state.limit))
				throw new Problem(ERR.featcomb,
					`${string(umask[UMASK.name])} does not go with the others`);
		}
	}

	function checkRequired(state) {
		const { layout, event, given, required } = state;
		const names = () => layout.modifiers.filter((modifier, i) => bit(required, i))
			.map((modifier) => string(modifier[MODIFIER.name])).join(" or ");
		const needsUmask = layout.rules & RULE_NEED_UMASK && !(at(event, EVENT.flags) & EVENT_BARE);
		if (needsUmask && allUmasks(event).length && !state.anyUmask)
			throw new Problem(ERR.attr, "a unit mask is missing");
		if (given & layout.with_required & ~required)
			throw new Problem(ERR.attr, "a modifier goes with certain unit masks only");
		if (required && !(required & given))
			throw new Problem(ERR.attr, `modifier ${names()} is missing`);
	}

	function takeModifier(state, i) {
		const modifier = state.layout.modifiers[i], mask = big(modifier[MODIFIER.mask]);
		const word = at(modifier, MODIFIER.word);
		const given = bit(state.given, i), low = lowestBit(mask), builtIn = (state.umasks[word] & mask) >> low;
		let value = given ? state.values[i] : 0n;
		if (!bit(state.taken, i)) {
			if (given && at(modifier, MODIFIER.flags) & MODIFIER_UNTAKEN_ERROR)
				throw new Problem(ERR.attr,
					`${string(modifier[MODIFIER.name])} goes with certain unit masks only`);
			return;
		}
		if (builtIn && given && bit(state.hardwired, i) && value !== builtIn)
			throw new Problem(ERR.set, `${string(modifier[MODIFIER.name])} is set by a unit mask already`);
		if (builtIn)
			value = builtIn;
		else if (!given)
			value = big(modifier[MODIFIER.untaken]);
		state.umasks[word] = (state.umasks[word] & ~mask) | wrap(value << low);
		state.forced |= 1 << word;
	}

	// The second filter of the Skylake-X CHA: without any it lets everything pass.
	function chaFilter(state) {
		const words = state.words.map((word, i) => word | state.umasks[i]);
		if (!words[2])
			words[2] = 0x3bn;
		else if (words[2] & 0x1ffffe00n)
			words[2] &= ~0x8n;
		state.words = words;
		state.umasks = [0n, 0n, 0n];
	}

	function finish(state) {
		const { layout } = state, words = [0n, 0n, 0n];
		const isSet = (i) => words[at(layout.modifiers[i], MODIFIER.word)] &
			big(layout.modifiers[i][MODIFIER.mask]);
		let count = 1;
		if (at(state.event, EVENT.flags) & EVENT_TO_EXTRA)
			state.forced |= 2;
		for (let i = 0; i < layout.words; i++) {
			words[i] = state.words[i] | state.umasks[i];
			if (words[i] || bit(state.forced, i))
				count = i + 1;
		}
		if (layout.edge && isSet(layout.edge - 1) && !isSet(layout.counter_mask - 1))
			throw new Problem(ERR.attr, "edge detection needs a counter mask");
		return { words, count, noModifiers: state.noModifiers };
	}

	// A selection to register words.
	function encode(selection, plm) {
		const { pmu, event } = selection, force = at(event, EVENT.force);
		const state = {
			...selection, layout: layoutOf(pmu), words: [0n, 0n, 0n], umasks: [0n, 0n, 0n], values: [],
			added: [], given: 0, zero: 0, hardwired: 0, taken: 0, required: at(event, EVENT.required),
			groups: 0, neededGroups: 0, ncomboGroups: 0, limit: -1, but0: -1,
			forced: force ? 1 << force : 0, override: -1, lastGroup: -1,
			privilegeGiven: false, anyUmask: false, noModifiers: false,
		};
		placeEvent(state);
		for (const attribute of selection.attributes)
			if (attribute.kind === "umask")
				applyUmask(state, attribute.index);
			else if (attribute.kind === "raw")
				applyRawUmask(state, attribute.value);
			else if (attribute.kind === "modifier")
				applyModifier(state, attribute);
		if (state.zero && (state.zero & state.taken || !state.anyUmask))
			throw new Problem(ERR.value, "a modifier is out of its range");
		if (state.neededGroups & ~state.groups)
			throw new Problem(ERR.featcomb, "a unit mask needs one of another group");
		checkHardwired(state);
		setPrivilege(state, plm);
		addDefaults(state);
		checkGroups(state);
		checkRequired(state);
		if (at(event, EVENT.hook) === HOOK_CHA_FILTER)
			chaFilter(state);
		for (let i = 0; i < state.layout.modifiers.length; i++)
			if (bit(at(event, EVENT.modifiers) & state.layout.with_taken, i))
				takeModifier(state, i);
		return finish(state);
	}

	// ---- for the kernel ----

	function perfConfig(selection, encoding) {
		const { pmu, event } = selection, layout = layoutOf(pmu), config = [0n, 0n, 0n];
		const joinMask = big(layout.join[0]);
		const joins = joinMask && [1, 2, 3].some((i) => (encoding.words[0] & joinMask) === big(layout.join[i]));
		for (const move of layout.moves) {
			let [to, from, word, shift] = [0, 1, 2, 3].map((i) => move[i] || 0);
			if (from === FROM_WORD && word >= encoding.count)
				continue;
			const source = from === FROM_WORD ? encoding.words[word] :
				big(event[from === FROM_EVENT ? EVENT.code : EVENT.column]);
			if (to === 2 && joins)
				[to, shift] = [1, 32];
			config[to] |= wrap((source & ~big(move[4])) << BigInt(shift));
		}
		return config;
	}

	function applyOs(attr, levels, index, value) {
		const level = (bits) => {
			levels.plm = (levels.plm || 0) | (value ? bits : 0);
		};
		switch (index) {
		case OS_U: return level(PLM3);
		case OS_K: return level(PLM0);
		case OS_H: return level(PLMH);
		case OS_PERIOD:
		case OS_FREQ:
			if (!value || (index === OS_PERIOD ? attr.freq : attr.period))
				throw new Problem(ERR.value, "a period or a frequency, not 0 and not both");
			attr.period = value;
			attr.freq = index === OS_FREQ ? 1 : 0;
			return undefined;
		case OS_PRECISE:
			if (value > 3n)
				throw new Problem(ERR.value, "precise is 0 to 3");
			attr.precise_ip = Number(value);
			return undefined;
		case OS_EXCL: attr.exclusive |= Number(value & 1n); return undefined;
		case OS_MG: levels.guestHost = (levels.guestHost || 0) | PLM3; return undefined;
		case OS_MH: levels.guestHost = (levels.guestHost || 0) | PLM0; return undefined;
		case OS_CPU:
			if (value >= 0x7fffffffn)
				throw new Problem(ERR.value, "there are not so many CPUs");
			return undefined;
		case OS_PINNED: attr.pinned = Number(value & 1n); return undefined;
		default: attr.precise_ip = Number(value & 1n); return undefined;
		}
	}

	// What becomes of a selection in struct perf_event_attr.
	function perfAttr(selection, plm) {
		const { pmu, event } = selection, encoding = encode(selection, plm), levels = { };
		const attr = {
			type: pmu.id === PERF_PMU ? at(event, EVENT.column) : TYPE_RAW,
			config: perfConfig(selection, encoding), period: 0n, freq: 0, pinned: 0, exclusive: 0,
			precise_ip: 0,
		};
		for (const { kind, index, value } of selection.attributes)
			if (kind === "os") {
				if (encoding.noModifiers && value && index !== OS_PINNED)
					throw new Problem(ERR.value, "a unit mask bears no modifiers");
				applyOs(attr, levels, index, value);
			}
		const counted = (levels.plm ?? plm) | ~pmu.plm, where = (levels.guestHost ?? PLM0) | ~pmu.plm;
		attr.exclude_user = counted & PLM3 ? 0 : 1;
		attr.exclude_kernel = counted & PLM0 ? 0 : 1;
		attr.exclude_hv = counted & PLMH ? 0 : 1;
		attr.exclude_guest = where & PLM3 ? 0 : 1;
		attr.exclude_host = where & PLM0 ? 0 : 1;
		return attr;
	}

	// ---- in words ----

	const hex = (value) => "0x" + value.toString(16);

	const HARDWARE = ["cpu-cycles", "instructions", "cache-references", "cache-misses", "branch-instructions",
		"branch-misses", "bus-cycles", "stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles"];
	const SOFTWARE = ["cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations",
		"minor-faults", "major-faults", "alignment-faults", "emulation-faults", "dummy", "bpf-output",
		"cgroup-switches"];
	const CACHES = ["L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node"];
	const OPERATIONS = [["loads", "load-misses"], ["stores", "store-misses"], ["prefetches", "prefetch-misses"]];

	// perf's name of an event of the kernel; undefined: it has none.
	function genericName(type, config) {
		const number = Number(config);
		if (type === 0 || type === 1)
			return (type ? SOFTWARE : HARDWARE)[number];
		const name = CACHES[number & 0xff], results = OPERATIONS[number >> 8 & 0xff];
		const result = results && results[number >> 16 & 0xff];
		return type === 3 && name && result ? `${name}-${result}` : undefined;
	}

	function perfModifiers(attr, colon) {
		const excludes = attr.exclude_user || attr.exclude_kernel || attr.exclude_hv;
		let text = "";
		if (excludes)
			text += (attr.exclude_user ? "" : "u") + (attr.exclude_kernel ? "" : "k") +
				(attr.exclude_hv ? "" : "h");
		text += "p".repeat(attr.precise_ip) + (attr.pinned ? "D" : "") + (attr.exclusive ? "e" : "") +
			(attr.exclude_host ? "G" : "");
		return text && colon + text;
	}

	function periodTerm(attr) {
		return attr.period && `${attr.freq ? "freq" : "period"}=${attr.period}`;
	}

	// "cycles:u", "cycles/period=7/u"
	function nameText(name, attr) {
		return attr.period ? `${name}/${periodTerm(attr)}/${perfModifiers(attr, "")}` :
			name + perfModifiers(attr, ":");
	}

	// The first of several names; {n} and the like stand for numbers: perf takes a name without that at its end.
	function perfDevice(device) {
		const first = device.split(",")[0];
		return /^[^{]+\{\w+\}$/.test(first) ? first.replace(/_?\{\w+\}$/, "") : first.replace(/\{\w+\}/g, "*");
	}

	// What perf stat -e takes; undefined: perf has no way to say it. isArm: no device of a core is called cpu.
	function perfText(attr, device, isArm) {
		const [config, config1, config2] = attr.config;
		if (attr.exclude_user && attr.exclude_kernel && attr.exclude_hv)
			return undefined;
		if (attr.type !== TYPE_RAW && !device) {
			const name = genericName(attr.type, config);
			return name && nameText(name, attr);
		}
		if (!device && !config1 && !config2 && (isArm || !attr.period))
			return nameText("r" + config.toString(16), attr);
		if (!device && isArm)
			return undefined;
		const fields = [`config=${hex(config)}`, config1 && `config1=${hex(config1)}`,
			config2 && `config2=${hex(config2)}`, periodTerm(attr)];
		return `${perfDevice(device || "cpu")}/${fields.filter(Boolean).join(",")}/` +
			perfModifiers(attr, "");
	}

	const TYPES = ["PERF_TYPE_HARDWARE", "PERF_TYPE_SOFTWARE", "PERF_TYPE_TRACEPOINT", "PERF_TYPE_HW_CACHE",
		"PERF_TYPE_RAW"];

	function cText(attr, device, name) {
		const lines = [`/* ${name} */`, "(struct perf_event_attr){",
			"\t.size = sizeof(struct perf_event_attr),"];
		lines.push(device ? `\t.type = 0, /* the number in /sys/bus/event_source/devices/${device}/type */` :
			`\t.type = ${TYPES[attr.type] || attr.type},`);
		attr.config.forEach((word, i) => {
			if (!i || word)
				lines.push(`\t.config${i || ""} = ${hex(word)},`);
		});
		if (attr.period)
			lines.push(`\t.sample_${attr.freq ? "freq" : "period"} = ${attr.period},`);
		for (const field of ["pinned", "exclusive", "exclude_user", "exclude_kernel", "exclude_hv", "freq",
			"precise_ip", "exclude_host", "exclude_guest"])
			if (attr[field])
				lines.push(`\t.${field} = ${attr[field]},`);
		lines.push("}");
		return lines.join("\n");
	}

	// The device that counts an event of a box; undefined: the core PMU, or the kernel.
	function deviceOf(pmu, event, box) {
		const facts = data.facts[at(event, EVENT.facts) - 1], only = facts && at(facts, FACTS.box);
		const device = pmu.boxes[box][1];
		return only && device ? `${device}_${only - 1}` : device;
	}

	// ---- all of a string ----

	// PMU::EVENT:... taken apart: { pmu, box, number, terms }; undefined: there is no such event.
	function find(text) {
		const colons = text.indexOf("::");
		const known = colons > 0 && byName.get(text.slice(0, colons).toLowerCase());
		if (!known)
			return undefined;
		const terms = split(text.slice(colons + 2)), number = findEvent(known.pmu, terms[0].name);
		return number < 0 ? undefined : { ...known, number, terms: terms.slice(1) };
	}

	// Register codes as check_events shows them.
	function codesOf(found) {
		const { words, count } = encode(resolve(found.pmu, found.number, found.terms, false), PLM0 | PLM3);
		return words.slice(0, count).map(hex);
	}

	// What perf_encode shows, and says: { perf, note, c }.
	function perfOf(found, name) {
		const selection = resolve(found.pmu, found.number, found.terms, true);
		const attr = perfAttr(selection, PLM0 | PLM3);
		const device = deviceOf(found.pmu, selection.event, found.box);
		const named = device === "cpu" && attr.type === TYPE_RAW ? undefined : device;
		const note = device && /^[^,]*\{/.test(device) && `${device.split(",")[0]}: no device is known here: ` +
			"what is written means all of them";
		return { perf: perfText(attr, named, found.pmu.vendor === "arm"), note, c: cText(attr, device, name) };
	}

	return {
		data, string, at, find, eventsOf, umasksOf, allUmasks, layoutOf, groupOf, offered, osOffered, codesOf,
		perfOf, split,
	};
}

return {
	tables, Problem, OS, EVENT, UMASK, MODIFIER, FACTS, EVENT_PRECISE, EVENT_SPECULATIVE, UMASK_DEFAULT,
	UMASK_PRECISE, UMASK_NCOMBO, UMASK_NO_MODS, MODIFIER_INTEGER, MODIFIER_IF_REQUIRED, PMU_SPECULATION: 8, ERR,
};
})();
