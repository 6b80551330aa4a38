/*
 * What the page asks the tools. Each answer is what a tool prints when somebody types the same words; nothing here
 * knows what an event is, and an event string is put together but never read.
 */
"use strict";
/* global pfmkit */
pfmkit.Questions = class {
	/* start: where the page starts, as pfmexport html wrote it. */
	constructor(tools, start) {
		const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
		this.tools = tools;
		this.cpu = "";          // what --cpu gets; "": the machine that the page was written for
		this.captured = start.captured;
		this.named = start.cpu;
		this.known = new Map(); // answers that may be asked for again
		this.put("/elsewhere/proc/sys/kernel/perf_event_paranoid", "2\n");
		for (const [path, content] of Object.entries(start.files))
			this.put(path, bytes(content));
	}

	put(path, content) {
		this.tools.files.put(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
		this.known.clear();
	}

	/* Takes a machine that pfmkit-capture packed, in the place of the one that the page was written for. */
	capture(files) {
		this.tools.files.root.delete("machine");
		for (const [path, content] of files)
			this.put(`/machine/${path}`, content);
		Object.assign(this, { captured: true, named: null, cpu: "" });
	}

	/* Runs a tool with words: { status, output, said }. */
	ask(tool, words, input) {
		const here = !this.cpu, environment = { LIBPFM_FSROOT: here && this.captured ? "/machine" :
			"/elsewhere" };
		if (here && this.named)
			environment.LIBPFM_CPUID = this.named;
		return this.tools.ask([tool, ...this.cpu ? ["--cpu", this.cpu] : [], ...words], { input, environment });
	}

	/* Returns lines of JSON; said: the tool's messages. */
	objects(tool, words, input) {
		const { output, said, status } = this.ask(tool, words, input);
		return Object.assign(output.split("\n").filter(Boolean).map((line) => JSON.parse(line)),
			{ said, status });
	}

	once(name, find) {
		const key = `${this.cpu}\n${name}`;
		if (!this.known.has(key))
			this.known.set(key, find());
		return this.known.get(key);
	}

	// ---- the machine ----

	/* Returns undefined, or why there is no such CPU. */
	choose(cpu) {
		const before = this.cpu;
		this.cpu = cpu;
		const { status, said } = this.ask("showevtinfo", ["--pmus", "--json", "perf"]);
		if (status < 2)
			return undefined;
		this.cpu = before;
		return said;
	}

	host() {
		return this.once("host", () => this.objects("showevtinfo", ["--host", "--json"])[0] || { pmus: [] });
	}

	/* Returns the PMUs of this machine, cores first; boxes of a kind are one, with the names of all. */
	pmus() {
		const order = ({ type, pmu, events }) => type === "core" ? -events : type === "uncore" ? 1 :
			pmu === "perf" ? 2 : 3;
		return this.once("pmus", () => {
			const all = this.objects("showevtinfo",
				["--pmus", "--json"]).filter(({ present, events }) => present && events);
			const boxes = new Map(this.host().pmus.map((kind) => [kind.pmu, kind.boxes]));
			return all.flatMap((pmu, i) => {
				const before = all.findLastIndex(({ pmu: name }, k) => k < i && boxes.has(name));
				if (before >= 0 && i - before < boxes.get(all[before].pmu))
					return [];
				const count = boxes.get(pmu.pmu) || 1;
				return [{ ...pmu, boxes: all.slice(i, i + count).map((box) => box.pmu) }];
			}).sort((one, other) => order(one) - order(other));
		});
	}

	/* Returns the core types, without the PMU that all cores of a vendor have. */
	cores() {
		return this.pmus().filter(({ type, events, device }) => type === "core" && (events > 10 || device));
	}

	cpus() {
		return this.once("cpus", () => this.tools.ask(["showevtinfo", "--complete", "--cpu="]).output
			.split("\n").filter(Boolean).map((line) => line.slice("--cpu=".length)));
	}

	/* Returns the CPUs to begin with where none is chosen, as people call them: each vendor's newest servers. */
	examples() {
		return ["graniterapids", "turin", "graviton4", "power11"].filter((name) => this.cpus().includes(name));
	}

	/* Returns all CPUs, each once, with all its names: the examples, then the newest first; name: a usual one. */
	cpuList() {
		return this.once("list", () => {
			const list = this.tools.ask(["showevtinfo", "--cpu", "list"]).output.split("\n")
				.map((line) => /^(\d+)? +([^:]*): (.*)$/.exec(line)).filter(Boolean);
			const examples = this.examples(), rank = ({ name }) => (examples.indexOf(name) + 1) || Infinity;
			return list.map(([, year, all, desc]) => {
				const names = all.split(", "), example = examples.find((one) => names.includes(one));
				return { name: example || names[1] || names[0], names, desc, year };
			}).sort((one, other) => rank(one) === rank(other) ? 0 : rank(one) - rank(other));
		});
	}

	/* Returns the CPUs whose names or description have the words in them, with anything between: zen 5, Zen5. */
	cpusFor(words) {
		const squeeze = (text) => text.toLowerCase().replace(/[\s_-]+/g, ""), wanted = squeeze(words);
		return this.cpuList().filter(({ names, desc }) => [...names, desc].some((one) =>
			squeeze(one).includes(wanted)));
	}

	diff(one, other) {
		return this.objects("showevtinfo", ["--diff", one, other, "--json"]);
	}

	// ---- events ----

	/* Reads lines of -L -D: the string, and what it counts. */
	rows(words) {
		const { output, said } = this.ask("showevtinfo", ["-L", "-D", ...words]);
		const rows = output.split("\n").filter(Boolean).map((line) => {
			const [string, text] = line.split("\t");
			return { string, desc: text ? text.slice(1, -1) : "" };
		});
		return Object.assign(rows, { said });
	}

	/* cpu: another one than the page's. */
	search(words, cpu = this.cpu) {
		const before = this.cpu;
		this.cpu = cpu;
		const rows = this.rows(["-S", "--", ...words.split(/\s+/)]);
		this.cpu = before;
		return rows;
	}

	eventsOf(pmu) {
		return this.rows(["--pmu", pmu]);
	}

	event(pmu, name) {
		const regex = `^${pmu}::${name}$`.replace(/[.*+?()[\]{}|\\/]/g, "\\$&");
		return this.objects("showevtinfo", ["--json", "--pmu", pmu, "--", regex])[0];
	}

	/* Returns what a string is, or what is wrong with it: { event, codes } or { error }. */
	check(string) {
		return this.objects("check_events", ["--json", "--", string]);
	}

	perf(strings, how = []) {
		return this.ask("evt2raw", [...how, "--", ...strings]);
	}

	c(strings, how = []) {
		return this.ask("perf_encode", ["--as", "c", ...how, "--", ...strings]);
	}

	/* Returns names of a code as perf takes it; where none is exact, of register words. */
	decode(code) {
		const asked = (how) => this.objects("evt2raw", ["--decode", "--json", ...how, "--", code]),
			found = asked([]);
		const raw = found.some(({ exact }) => exact) || !/^(0x)?[0-9a-f:]+$/i.test(code) ? [] :
			asked(["--registers"]).filter(({ exact }) => exact);
		return raw.length ? raw : found;
	}

	// ---- metrics, and what is counted together ----

	metrics() {
		return this.once("metrics", () => this.objects("showevtinfo", ["--metric", "--json"]));
	}

	metric(name) {
		return this.metrics().find(({ metric }) => metric === name);
	}

	/* Finds what words mean, in the order of the library's search; else the names with them inside. */
	metricsFor(words) {
		const ask = (how) => this.ask("showevtinfo", ["--metric", "--names", ...how]);
		let { output, said } = ask(["--search", "--", ...words]);
		if (!output)
			({ output, said } = ask(["--", words.join(".*").replace(/[+?()[\]{}|\\^$]/g, "\\$&")]));
		const named = new Map(output.split("\n").filter(Boolean).map((name) => [name, []]));
		for (const metric of named.size ? this.metrics() : [])
			(named.get(metric.metric) || []).push(metric);
		return Object.assign([...named.values()].flat(), { said });
	}

	/* Constants, and where the events are counted. */
	plan(name) {
		return this.objects("check_events", ["--json", "--metric", name])[0];
	}

	/* values: what perf stat wrote, or lines NAME VALUE. */
	compute(name, values, constants) {
		const given = Object.entries(constants).flatMap(([constant, value]) => ["--constant",
			`${constant}=${value}`]);
		return this.objects("pfmstat", ["--json", "--metric", name, ...given, "--from", "-"], values);
	}

	fit(strings) {
		return this.objects("check_events", ["--json", "--together", "--", ...strings]);
	}
};
