// The tools of a page against those of this machine: the same words must have the same answers, byte for byte.
//
//   node compare.js PAGE TOOLS SEED SHARE       TOOLS: their directory; SHARE: 1 for all, 10 for a tenth ...
//
// Prints what differs and, behind "# ", how much was compared; the exit status is 1 if anything differs.
"use strict";
const { spawnSync } = require("child_process");
const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require("fs");
const { tmpdir } = require("os");
const { join } = require("path");
const { open, carry } = require("./tools.js");

const [page, directory, seed, share] = process.argv.slice(2);
const CPUS = ["spr", "zen4", "neoverse-v2", "power10", "alderlake"];
let tools, root, differ = 0, state = BigInt(seed);

// xorshift64*
function random(below) {
	state ^= state >> 12n;
	state = BigInt.asUintN(64, state ^ state << 25n);
	state ^= state >> 27n;
	return Number(BigInt.asUintN(64, state * 0x2545f4914f6cdd1dn) >> 33n) % below;
}

const pick = (list) => list[random(list.length)];
const times = (count, make) => Array.from({ length: Math.ceil(count / share) }, make);

function native(words, input) {
	const { status, stdout, stderr } = spawnSync(join(directory, words[0]), words.slice(1),
		{ input, argv0: words[0], maxBuffer: 1 << 28, env: { ...process.env, LIBPFM_FSROOT: root } });
	return { status, output: stdout.toString(), said: stderr.toString() };
}

// The first line in which two texts differ.
function difference(ours, theirs) {
	const lines = theirs.split("\n"), at = ours.split("\n").findIndex((line, i) => line !== lines[i]);
	return at < 0 ? "" : `${ours.split("\n")[at]}\n  not ${lines[at]}`;
}

// root is a directory there and one in memory here, and messages name it
const plain = (text) => text.replaceAll(root, "/machine");

function compare(words, input = "") {
	const ours = tools.ask(words, { input }), theirs = native(words, input);
	for (const part of ["status", "output", "said"]) {
		const [our, their] = [ours[part], theirs[part]].map((one) => plain(String(one)));
		if (our === their)
			continue;
		differ++;
		console.log(`${words.join(" ").slice(0, 200)}: ${part}: ${difference(our, their).slice(0, 500)}`);
	}
	return ours;
}

function events(cpu) {
	return tools.ask(["showevtinfo", "--json", "--cpu", cpu]).output.split("\n").filter(Boolean).map(JSON.parse);
}

const damage = (text) => {
	const at = random(text.length);
	return text.slice(0, at) + pick(["", "X", "_", text[at] + text[at], ":", "=", " "]) + text.slice(at + 1);
};

function modifier({ name, type }) {
	return type === "boolean" ? name + pick(["", "=1", "=0", "=y"]) :
		`${name}=${pick([0, 1, 2, 255, "0x10", 256, -1])}`;
}

// A string of libpfm4's language.
function eventString({ pmu, event, umasks, modifiers }) {
	const parts = [pick([event, `${pmu}::${event}`])];
	for (let i = pick([0, 1, 1, 1, 2, 3]); umasks.length && i > 0; i--)
		parts.push(pick(umasks).name);
	for (let i = pick([0, 0, 1, 1, 2]); modifiers.length && i > 0; i--)
		parts.push(modifier(pick(modifiers)));
	return parts.join(pick([":", ":", ":", "."]));
}

// One of perf's.
function perfString({ event, umasks, perf, code, pmu, device }) {
	const where = device && !/[{*,]/.test(device) ? device : pick(["cpu", "cpu", pmu]);
	const umask = umasks.length ? pick(umasks) : undefined;
	return pick([() => umask && umask.perf || perf || event, () => `${where}/event=${code}/`,
		() => `${where}/event=${code},umask=${umask ? umask.code : 1}/u`,
		() => `${where}/${event}${umask ? "." + umask.name : ""}/`,
		() => `${where}/${event},cmask=${random(300)},name=a/k`,
			() => `r${random(1 << 20).toString(16)}:${pick(["u", "k", "uk", "x"])}`,
		() => pick(["cycles", "L1-dcache-load-misses", "instructions:u", "sched:sched_switch", "mem:0x10:rw",
			"cycles:pp"])])();
}

const codeOf = ({ code, umasks }) => pick([() => `r${random(1 << 24).toString(16)}`,
	() => `0x${(random(256) << 8 | Number(code) & 255).toString(16)}`,
	() => umasks.length && pick(umasks).perf || `cpu/event=${code}/`,
	() => `cpu/event=${code},umask=${random(256)},cmask=${random(4)}/`])();

const lines = (list) => list.join("\n") + "\n";

async function main() {
	root = mkdtempSync(join(tmpdir(), "page-"));
	mkdirSync(join(root, "proc/sys/kernel"), { recursive: true });
	writeFileSync(join(root, "proc/sys/kernel/perf_event_paranoid"), "2\n");
	tools = await open(page);
	carry(tools.files, root, "/machine");
	tools.environment = { LIBPFM_FSROOT: "/machine", LC_ALL: "C" };
	const counts = { strings: 0, codes: 0, diagnoses: 0, sets: 0, metrics: 0 };
	for (const cpu of CPUS) {
		const all = events(cpu), on = ["--cpu", cpu];
		const pfm = times(2000, () => pick([eventString, eventString,
			(one) => damage(eventString(one))])(pick(all)));
		const perf = times(2000, () => pick([perfString, perfString,
			(one) => damage(perfString(one))])(pick(all)));
		for (const list of [pfm, perf]) {
			compare(["check_events", "--json", ...on, "-"], lines(list));
			compare(["perf_encode", "--json", ...on, "-"], lines(list));
			compare(["evt2raw", "--as", "terms", ...on, "-"], lines(list));
			counts.strings += list.length;
		}
		const codes = times(1000, () => codeOf(pick(all)));
		compare(["evt2raw", "--decode", "--all", "--json", ...on, "-"], lines(codes));
		counts.codes += codes.length;
		const wrong = times(400, () => damage(eventString(pick(all))));
		compare(["check_events", ...on, "-"], lines(wrong));
		counts.diagnoses += wrong.length;
		for (const set of times(400, () => Array.from({ length: 1 + random(9) },
			() => eventString(pick(all))))) {
			compare(["check_events", "--json", "--together", ...on, ...set]);
			counts.sets++;
		}
		const listed = compare(["showevtinfo", "--json", "--metrics", ...on]).output;
		const names = listed.split("\n").filter(Boolean).map((line) => JSON.parse(line).metric);
		const values = lines([...new Set(all.flatMap(({ event, umasks }) =>
			[event, ...umasks.map(({ name }) => `${event}.${name}`)]))].map((name) =>
				`${name} ${1 + random(1e9)}`));
		if (names.length)
			compare(["pfmstat", "--json", ...on, "--from", "-", "--metric", names.join(",")], values);
		counts.metrics += names.length;
	}
	rmSync(root, { recursive: true });
	console.log("# " + Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", ") +
		` of ${CPUS.length} CPUs: ${differ} answers differ`);
	process.exitCode = differ ? 1 : 0;
}

main();
