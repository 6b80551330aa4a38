// The page in a browser: what a person does, and what must come of it, which is what the tools say.
//
//   node page.js BROWSER TOOLS PAGE ANYWHERE HOSTILE CAPTURE TABLE [DIRECTORY]
//
// TOOLS: a directory with the tools. PAGE starts on Sapphire Rapids, ANYWHERE on no CPU, HOSTILE on a machine whose
// files and tables want to be markup. CAPTURE: of pfmkit-capture; TABLE: of pmuc. Pictures go to DIRECTORY. Prints what
// is not as it should be; the exit status is 1 if anything is.
"use strict";
const { spawnSync } = require("child_process");
const { readFileSync, statSync } = require("fs");
const { basename, join } = require("path");
const { pathToFileURL } = require("url");
const { Browser } = require("./browser.js");

const [program, directory, page, anywhere, hostile, capture, table, pictures] = process.argv.slice(2);
const browser = new Browser(program), url = pathToFileURL(page).href;
let failed = 0, checks = 0;

function same(what, found, wanted) {
	checks++;
	if (JSON.stringify(found) === JSON.stringify(wanted))
		return;
	failed++;
	console.log(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}

const is = (what, found) => same(what, Boolean(found), true);
const ask = (expression) => browser.evaluate(expression);
const text = (selector) => ask(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? null`);
const texts = (selector) =>
	ask(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText)`);
const click = (selector) => ask(`document.querySelector(${JSON.stringify(selector)}).click()`);
const press = (label) => ask(`[...document.querySelectorAll("button")]
	.find((one) => one.innerText === ${JSON.stringify(label)}).click()`);
const settle = () => ask(`new Promise((done) => {
	const look = () => document.body.dataset.ready ?
		setTimeout(() => requestAnimationFrame(() => setTimeout(done, 0)), 0) :
		setTimeout(look, 5);
	look();
})`);
const hash = () => ask("decodeURIComponent(location.hash)");
const picture = (name) => pictures && browser.picture(`${pictures}/${name}.png`);
const focus = (id) => ask(`(document.getElementById("${id}").focus(), document.getElementById("${id}").select())`);

async function show(where, how) {
	await browser.show(where, how);
	await settle();
}

// What a tool prints here.
function tool(...words) {
	const { stdout } = spawnSync(join(directory, words[0]), words.slice(1),
		{ argv0: words[0], maxBuffer: 1 << 28 });
	return stdout.toString();
}

const lines = (output) => output.split("\n").filter(Boolean);
const objects = (output) => lines(output).map((line) => JSON.parse(line));
const SPR = ["--cpu", "sapphirerapids"];

// What the form says an event is, by the labels of its lines.
const result = () => ask(`Object.fromEntries([...document.querySelectorAll(".result [data-part]")]
	.map((one) => [one.dataset.part, one.querySelector("output").innerText]))`);
const chosen = () => ask(`[...document.querySelectorAll("[data-umask]:checked")].map((one) => one.dataset.name)`);
// Rows of the list as event strings.
const strings = () => ask(`[...document.querySelectorAll("#list li[data-row]")].map((one) =>
	one.querySelector(".of").textContent + "::" + one.querySelector(".name").textContent).map((one) =>
	one.replace(/^metric::/, ""))`);

async function search(words) {
	await focus("query");
	await browser.type(words);
	await settle();
}

// 1
async function choosesCpu() {
	await show(url);
	same("the first screen", [await text(".welcome strong"),
		(await texts(".welcome p:nth-of-type(2) button")).length],
		["Intel SapphireRapid", 3]);
	const pmus = (cpu) => new Set(objects(tool("showevtinfo", "--cpu", cpu, "--pmus", "--json"))
		.filter((pmu) => pmu.present).map(({ pmu }) => pmu));
	const first = await texts("#list .name");
	is("its PMUs in the first list, and no other machine's", first.includes("spr") &&
		first.every((name) => pmus("spr").has(name)));
	await ask("new Promise((done) => setTimeout(done, 1500))");
	is("best-known events", (await texts(".best a")).includes("spr::INST_RETIRED:ANY_P"));
	await picture("start");
	await focus("cpu");
	await browser.type("genoa");
	await browser.press("Enter");
	await ask("document.activeElement.blur()");
	await settle();
	is("another CPU", (await texts("#list .name")).every((name) => pmus("genoa").has(name)));
	is("its core", (await texts("#list .name")).includes("amd64_fam19h_zen4"));
	same("core first, then uncore", [...new Set(await texts("#list .of"))], ["core", "uncore", "OS generic"]);
	same("address", await hash(), "#cpu=genoa");
	await press("Metrics");
	same("its metrics", await text("#count"), objects(tool("showevtinfo", "--cpu", "genoa", "--metrics",
		"--json")).length + " metrics");
	await focus("query");
	await browser.type("memory bound");
	await ask("document.activeElement.blur()");
	await settle();
	same("metrics by the library's search", await texts("#list .name"), tool("showevtinfo", "--cpu", "genoa",
		"--metrics", "--search", "--names", "memory", "bound").trim().split("\n"));
	await focus("cpu");
	await browser.type("xeon");
	await ask("document.activeElement.blur()");
	await settle();
	is("no such CPU", /no PMU is known for the CPU xeon/.test(await text("#refused")));
	await show(url + "#cpu=sapphirerapids&d=icelake-server");
	const rows = objects(tool("showevtinfo", "--diff", "sapphirerapids", "icelake-server", "--json"));
	same("what is new", await ask(`[...document.querySelectorAll("tbody tr")].map((one) =>
		[...one.children].map((cell) => cell.innerText))`),
	rows.map(({ name, first, second }) => [name, first || "\u2013", second || "\u2013"]));
	await picture("compare");
}

// 2
async function searches() {
	await show(url);
	await ask("document.activeElement.blur()");
	await browser.press("/");
	same("/ goes to the search", await ask("document.activeElement.id"), "query");
	for (const words of ["dram bandwidth", "l3 miss", "mispredicted branches"]) {
		await search(words);
		const theirs = lines(tool("showevtinfo", ...SPR, "-S", "-L", ...words.split(" "))).slice(0, 100);
		same(`the order of ${words}`, (await strings()).slice(0, theirs.length), theirs);
	}
	await picture("search");
	await search("dram bandwidth");
	await browser.press("ArrowDown");
	same("the arrow says where it is",
		await ask("document.getElementById('query').getAttribute('aria-activedescendant')"), "row0");
	await browser.press("Enter");
	await settle();
	same("Enter opens it, a metric first where a rate is asked for", [await hash(), await chosen()],
		["#m=memory_bandwidth", []]);
	await show(url + "#e=spr_unc_imc0::UNC_M_CAS_COUNT");
	same("no unit mask that was not meant", await chosen(), []);
	await browser.press("Escape");
	await settle();
	same("Esc goes back", [await hash(), await text("h2")], ["", null]);
}

// 3. Values: Intel SDM's codes of the event; 0x53 is enable, interrupt, user and kernel.
async function builds() {
	await show(url + "#e=spr::INST_RETIRED:ANY_P");
	same("as a search has it", [(await result()).Registers, (await result()).perf], ["0x5300c0", "rc0"]);
	await click('[data-name="NOP"]');
	same("another unit mask in its place", [(await result()).Registers, (await result()).perf, await chosen()],
		["0x5302c0", "r2c0", ["NOP"]]);
	await click('[data-name="u"]');
	same("user code", [(await result()).Registers, (await result()).perf, await hash()],
		["0x5102c0", "r2c0:uh", "#e=spr::INST_RETIRED:NOP:u"]);
	same("C", (await result()).C, tool("perf_encode", ...SPR, "--as", "c", "spr::INST_RETIRED:NOP:u").trim());
	await ask("document.querySelector('[data-name=c]').focus()");
	await browser.type("300");
	is("out of range", /c is out of range.*c= takes a number from 0 to 255/s.test(await text(".wrong")));
	await ask("(document.querySelector('.string').focus(), document.querySelector('.string').select())");
	await browser.type("spr::MEM_LOAD_RETIRED:L3_MIS");
	same("what is wrong, while typing", [await text(".wrong mark"), await texts(".wrong button")],
		["L3_MIS", ["L3_MISS"]]);
	await click(".wrong button");
	same("what was meant", [(await result()).Registers, await chosen(), await text("article .text")],
		["0x5320d1", ["L3_MISS"], "Loads retired, by cache level that served them"]);
	await picture("event");
	await show(url + "#e=spr_unc_imc0::UNC_M_CAS_COUNT:RD");
	const registers = tool("check_events", ...SPR, "--format", "{code:#x}",
		"spr_unc_imc0::UNC_M_CAS_COUNT:RD").trim();
	same("all boxes", [(await result()).Registers, (await result()).perf,
		((await result()).C.match(/^.struct perf_event_attr.\{/gm)).length],
		[registers, tool("evt2raw", ...SPR, "--all-boxes", "UNC_M_CAS_COUNT:RD").trim(), 12]);
	await ask("(() => { const boxes = document.querySelector('.boxes'); boxes.value = 'spr_unc_imc5'; " +
		"boxes.dispatchEvent(new Event('change')); })()");
	same("one box", [(await result()).perf, await text("h2")],
		[tool("evt2raw", ...SPR, "spr_unc_imc5::UNC_M_CAS_COUNT:RD").trim(),
			"spr_unc_imc5::UNC_M_CAS_COUNT:RD"]);
	await show(url + "#cpu=alderlake&e=adl_glc::INST_RETIRED:ANY");
	await ask("(() => { const cores = document.querySelector('.boxes'); cores.value = '--all-cores'; " +
		"cores.dispatchEvent(new Event('change')); })()");
	same("all core types", (await result()).perf,
		tool("evt2raw", "--cpu", "alderlake", "--join", "--all-cores", "INST_RETIRED:ANY").trim());
	await show(url + "#spr::MEM_LOAD_RETIRED:L3_MISS:c=2");
	same("a shared address of old", [(await result()).Registers, await chosen(),
		await ask("document.querySelector('[data-name=c]').value")], ["0x25320d1", ["L3_MISS"], "2"]);
}

// 4
async function takesAnything() {
	await show(url);
	for (const [pasted, wanted] of [["r20d1", "spr::MEM_LOAD_RETIRED:L3_MISS"],
		["cpu/event=0xd1,umask=0x20/", "spr::MEM_LOAD_RETIRED:L3_MISS"],
			["0x5320d1", "spr::MEM_LOAD_RETIRED:L3_MISS"]]) {
		await search(pasted);
		is(`${pasted} is decoded: ${await strings()}`, (await strings()).includes(wanted));
	}
	await search("MEM_LOAD_RETIRED.L3_MISS");
	is("a vendor's name", /^MEM_LOAD_RETIRED:L3_MISS/.test(await text("#list .meant .name")));
	await search("cpu/event=0xd1,umask=0x20,cmask=3/u");
	is("perf's line", /c=3/.test(await text("#list .meant .name")) ||
		/L3_MISS/.test(await text("#list .meant .name")));
	await search("PAPI_TOT_INS");
	is("a preset", (await strings()).includes("spr::INST_RETIRED:ANY_P"));
	await search("INST_RETIRD");
	same("what was meant", await text("#list .meant .name"), "INST_RETIRED");
	await search("tma_l1_bound");
	is("a metric", (await texts("#list .name")).includes("tma_l1_bound"));
	await search("genoa");
	same("a CPU", await text("#list .of"), "CPU");
}

// 5
async function fillsBasket() {
	const events = ["spr::INST_RETIRED:ANY", "spr::MEM_LOAD_RETIRED:L3_MISS", "spr::BR_MISP_RETIRED:ALL_BRANCHES"];
	await show(url + "#e=" + events[0]);
	await press("Add to the basket");
	for (const event of events.slice(1)) {
		await ask(`location.hash = "#e=${event}"`);
		await settle();
		await press("Add to the basket");
	}
	await ask("location.hash = '#m=tma_l1_bound'");
	await settle();
	await press("Add to the basket");
	await click("#basket");
	await settle();
	const metric = objects(tool("showevtinfo", ...SPR, "--metrics", "--json",
		"^tma_l1_bound$"))[0].events.map(({ string }) => string);
	const fit = objects(tool("check_events", ...SPR, "--json", "--together", ...events, ...metric))[0];
	same("counters and rounds", await ask(`[...document.querySelectorAll("tbody tr")].map((one) =>
		[...one.children].map((cell) => cell.innerText))`),
	fit.events.map(({ requested, round, counter }) => [requested, String(round), counter === null ? "none" :
		counter]));
	same("perf's line", (await result()).perf, tool("evt2raw", ...SPR, "--together", ...events, ...metric).trim());
	same("C", (await result()).C, tool("perf_encode", ...SPR, "--as", "c", ...events, ...metric).trim());
	await picture("basket");
	const before = await result();
	await show(before.Link);
	same("the link", [await texts(".items a"), (await result()).perf], [[...events, "tma_l1_bound"], before.perf]);
	await click(".items button");
	await settle();
	same("taken out", (await texts(".items a")).length, 3);
	const many = ["MEM_LOAD_RETIRED:L3_MISS", "MEM_LOAD_RETIRED:L2_MISS", "MEM_LOAD_RETIRED:L1_MISS",
		"MEM_LOAD_RETIRED:L1_HIT",
		"MEM_LOAD_RETIRED:L3_HIT"].map((one) => `spr::${one}`);
	await show(url + "#" + many.map((one) => `b=${one}`).join("&") + "&basket=");
	const why = objects(tool("check_events", ...SPR, "--json", "--together", ...many))[0];
	same("why there are rounds", (await text(".verdict")).includes(why.message), true);
	const boxes = ["CAS_COUNT:RD", "CAS_COUNT:WR", "RPQ_INSERTS:PCH0", "RPQ_INSERTS:PCH1",
		"WPQ_INSERTS:PCH0"].map((one) => `spr_unc_imc*::UNC_M_${one}`);
	await show(url + "#" + boxes.map((one) => `b=${one}`).join("&") + "&basket=");
	const groups = tool("evt2raw", ...SPR, "--together", ...boxes).trim();
	is("rounds of all boxes in one word each", /^\{[^}0-9]*uncore_imc\/.*\},\{uncore_imc\//.test(groups) &&
		!groups.includes("uncore_imc_"));
	same("all boxes in several rounds", (await result()).perf, groups);
}

// 6. (800 - 300) / 1000 is over 0.1; the other thresholds have no counts here.
async function computes() {
	await show(url + "#m=tma_l1_bound");
	same("children", (await texts(".tree .tree > li > a, .tree .tree > li > details > summary > a")).sort(),
		objects(tool("showevtinfo", ...SPR, "--metrics", "--json", "^tma_l1_bound$"))[0].children.sort());
	same("events in the formula", await texts(".formula a[href*='e=']").then((list) => list.slice(0, 2)),
		["EXE_ACTIVITY.BOUND_ON_LOADS", "MEMORY_ACTIVITY.STALLS_L1D_MISS"]);
	for (const [name, value] of [["EXE_ACTIVITY.BOUND_ON_LOADS", 800], ["MEMORY_ACTIVITY.STALLS_L1D_MISS", 300],
		["CPU_CLK_UNHALTED.THREAD", 1000]]) {
		await ask(`document.querySelector('[data-value="${name}"]').focus()`);
		await browser.type(String(value));
	}
	same("its value", await text(".computed output"), "50 %");
	await picture("metric");
	await show(url + "#m=tma_l1_bound");
	await drop("stat.csv", Buffer.from("900,,EXE_ACTIVITY.BOUND_ON_LOADS,100,100.00,,\n" +
		"100,,MEMORY_ACTIVITY.STALLS_L1D_MISS,100,100.00,,\n" +
		"2000,,CPU_CLK_UNHALTED.THREAD,100,100.00,,\n"));
	same("of a file of perf stat", await text(".computed output"), "40 %");
}

// Puts a file on the page, as a mouse would.
async function drop(name, bytes) {
	await ask(`(() => {
		const bytes = Uint8Array.from(atob("${bytes.toString("base64")}"), (one) => one.charCodeAt(0));
		const data = new DataTransfer();
		data.items.add(new File([bytes], "${name}"));
		dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	})()`);
	await ask("new Promise((done) => setTimeout(done, 400))");
}

// 7
async function takesFiles() {
	await show(url);
	await drop(basename(table), readFileSync(table));
	await search("walkthrough_event");
	is("events of a table", (await strings()).some((one) => one.includes("WALKTHROUGH_EVENT")));
	await show(url);
	await drop(basename(capture), readFileSync(capture));
	is("a captured machine", (await texts("#list .name")).includes("adl_glc"));
}

// A page that starts on no CPU.
async function startsAnywhere() {
	await show(pathToFileURL(anywhere).href);
	is("CPUs to choose", (await strings()).includes("CPU::graniterapids"));
	await ask("new Promise((done) => setTimeout(done, 2500))");
	const examples = await texts(".welcome p:nth-of-type(1) .chip");
	same("examples: servers that are sold", examples, ["graniterapids", "turin", "graviton4", "power11"]);
	const first = examples.map((one) => `CPU::${one}`);
	same("CPUs to choose: the newest servers first", (await strings()).slice(0, 4), first);
	for (const [words, cpu] of [["sapphire", "sapphirerapids"], ["zen 5", "turin"], ["Granite", "graniterapids"],
		["graviton", "graviton4"]]) {
		await search(words);
		same(`a CPU by ${words}`, (await strings())[0], `CPU::${cpu}`);
	}
	await search("dram bandwidth");
	same("where to look for it", (await strings()).slice(0, 4), first);
	await search("MEM_LOAD_RETIRED.L3_MISS");
	is("what was meant, whole", (await strings()).every((one) => !one.includes("MISSL")));
	is("of the CPU that has it", (await strings()).includes("meant?::nvl_cyc::MEM_LOAD_RETIRED.L2_MISS"));
	await show(pathToFileURL(anywhere).href);
	is("best-known events of some", (await ask("document.querySelector('.best a').href"))
		.includes(`cpu=${examples[0]}&e=`));
	await picture("anywhere");
	await press(examples[1]);
	await settle();
	same("one chosen", [await hash(), await ask("document.getElementById('cpu').value"),
		await text(".welcome strong")], [`#cpu=${examples[1]}`, examples[1], examples[1]]);
}

async function looks() {
	for (const dark of [false, true]) {
		const theme = dark ? "dark" : "light";
		for (const where of ["#spr::INST_RETIRED:ANY", "#m=tma_l1_bound", "#b=spr::INST_RETIRED:ANY&basket=",
			"", "#q=INST_RETIRD"]) {
			await show(url + where, { dark });
			same(`${theme} ${where}: what can hardly be read`, await ask(`(() => {
				const luminance = (color) => {
					const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255)
						.map((one) => one <= 0.04045 ? one / 12.92 :
							((one + 0.055) / 1.055) ** 2.4);
					return 0.2126 * r + 0.7152 * g + 0.0722 * b;
				};
				const paper = (one) => {
					for (; one; one = one.parentElement)
						if (!/, 0\\)$|transparent/.test(getComputedStyle(one).backgroundColor))
							return getComputedStyle(one).backgroundColor;
				};
				return [...document.querySelectorAll("h1 a, #list .name, #list .of, #list .desc, " +
					"#count, button:enabled, h2, h3, dt, dd, .pill, .label, output, .desc, .tag, " +
					".head .number, a, td, th, .soft, .wrong, p")]
					.filter((one) => one.offsetParent && one.innerText.trim()).map((one) => {
						const pair = [luminance(getComputedStyle(one).color),
							luminance(paper(one))].sort();
						return [(pair[1] + 0.05) / (pair[0] + 0.05), one.className ||
							one.tagName];
					}).filter(([contrast]) => contrast < 4.5);
			})()`), []);
			same(`${theme} ${where}: unnamed controls`,
				await ask(`[...document.querySelectorAll("input, select, button, summary")]
				.filter((one) => !one.closest("label") && !one.getAttribute("aria-label") &&
					!one.innerText.trim()).length`), 0);
		}
		await show(url + "#spr::INST_RETIRED:ANY", { dark });
		await picture(theme);
	}
	await click("#theme");
	same("the button turns it light",
		await ask("getComputedStyle(document.body).backgroundColor"), "rgb(252, 252, 250)");
}

async function fitsPhone() {
	for (const dark of [false, true]) {
		const name = `phone-${dark ? "dark" : "light"}`,
			phone = { width: 360, height: 740, dark, mobile: true };
		const shown = (selector) => ask(`(() => {
			const box = document.querySelector("${selector}").getBoundingClientRect();
			return box.width > 0 && box.height > 0;
		})()`);
		const wide = () => ask("document.documentElement.scrollWidth > innerWidth || " +
			"document.querySelector('article').scrollWidth > innerWidth");
		await show(url, phone);
		same(`${name}: what it is for, and filters`,
			[await shown(".welcome"), await shown("#cpu"), await shown("#kinds"), await wide()],
			[true, true, true, false]);
		await picture(name + "-start");
		await search("l3 miss");
		same(`${name}: the list alone`, [await shown("#list"), await shown(".welcome")], [true, false]);
		await picture(name + "-list");
		await click("#list li");
		await settle();
		same(`${name}: an event alone`, [await shown(".scroll"), await shown("article"), await wide()],
			[false, true, false]);
		await picture(name);
		await click(".back");
		await settle();
		same(`${name}: back`, await shown("#list"), true);
		await show(url + "#m=tma_l1_bound", phone);
		same(`${name}: a metric`, await wide(), false);
	}
}

async function measures() {
	await show(url);
	const ready = await ask("Number(document.body.dataset.ready)"), times = [];
	for (const words of ["memory bandwidth", "l3", "branch mispredict"])
		times.push(await ask(`new Promise((done) => {
			const query = document.getElementById("query"), start = performance.now();
			query.value = ${JSON.stringify(words)};
			query.dispatchEvent(new Event("input"));
			setTimeout(() => (document.getElementById("list").offsetHeight,
				done(Math.round(performance.now() - start))), 0);
		})`));
	console.log(`# ${(statSync(page).size / 1e6).toFixed(2)} MB, ready after ${ready} ms, ` +
		`searches ${times.join(", ")} ms`);
	is("at most 2.2 MB", statSync(page).size <= 2.2e6);
}

// Descriptions: </script><script>..., quotes, an image; directories of the machine, too.
async function bearsAnything() {
	await show(pathToFileURL(hostile).href + "#hostile::EVENT");
	same("text that is no markup", [await text("article .text"), await ask("window.bad"),
		await ask("document.images.length")],
		["</script><script>window.bad = 1</script> \"quotes\" \\ ' <img src=x onerror=window.bad=1> <!-- &amp;",
			undefined, 0]);
	await show(pathToFileURL(hostile).href);
	await ask("new Promise((done) => setTimeout(done, 500))");
	for (const words of ["#q=%3Cimg%20src%3Dx%20onerror%3Dwindow.bad%3D1%3E",
		"#e=%3Cimg%20src%3Dx%20onerror%3Dwindow.bad%3D1%3E",
		"#m=%3Cimg%20src%3Dx%20onerror%3Dwindow.bad%3D1%3E", "#cpu=%3Cimg%20src%3Dx%3E",
			"#d=%3Cimg%20src%3Dx%3E",
		"#b=%3Cimg%20src%3Dx%3E&basket=", "#p=%3Cimg%20src%3Dx%3E"]) {
		await show(pathToFileURL(hostile).href + words);
		same(`${words}: no markup`, [await ask("window.bad"), await ask("document.images.length")],
			[undefined, 0]);
	}
}

(async () => {
	await browser.start();
	for (const part of [choosesCpu, searches, builds, takesAnything, fillsBasket, computes, takesFiles,
		startsAnywhere, looks,
		fitsPhone,
		measures, bearsAnything])
		await part();
	same("complaints of the browser", browser.complaints(), []);
	same("what was asked of the network", browser.requests().filter((one) =>
		!/^(file|about|data|blob):/.test(one)), []);
	await browser.stop();
	console.log(`# ${checks} checks, ${failed} failed`);
	process.exitCode = failed ? 1 : 0;
})().catch(async (error) => {
	console.log(error.stack);
	await browser.stop();
	process.exitCode = 1;
});
