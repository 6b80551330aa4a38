// The page in a browser: what a reader does, and what must come of it.
//
//   node page.js BROWSER PAGE HOSTILE [FOLDER]
//
// PAGE has all PMUs, HOSTILE events whose texts want to be markup. Pictures go to FOLDER. Prints what is not as it
// should be; the exit status is 1 if anything is.
"use strict";
const { pathToFileURL } = require("url");
const { statSync } = require("fs");
const { Browser } = require("./browser.js");

const [program, page, hostile, folder] = process.argv.slice(2);
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
const settle = () => ask("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))");
const hash = () => ask("decodeURIComponent(location.hash)");
const focused = () => ask("document.activeElement.id");
const picture = (name) => folder && browser.picture(`${folder}/${name}.png`);

async function clear() {
	await ask("document.activeElement.blur()");
	await browser.press("Escape");
	await browser.press("Escape");
}

// What the form says an event is.
async function result() {
	const [string, code, perf, c] = await texts(".result output");
	return { string, code, perf, config: /\.config = (\w+)/.exec(c)?.[1] };
}

async function findsAndOpens() {
	await browser.show(url);
	is("welcome", /events$/.test(await text(".welcome strong")));
	await picture("start");
	await ask("document.activeElement.blur()");
	await browser.press("/");
	same("/ goes to the search", await focused(), "query");
	await browser.type("skl l3 miss");
	same("the first found", await text("#list li .name"), "LONGEST_LAT_CACHE:MISS");
	same("its PMU", await text("#list li .of"), "skl");
	await picture("search");
	await browser.press("ArrowDown");
	same("the arrow goes to it", await text("#list li.active .name"), "LONGEST_LAT_CACHE:MISS");
	same("and says so",
		await ask("document.getElementById('query').getAttribute('aria-activedescendant')"), "row0");
	await browser.press("Enter");
	await settle();
	same("Enter opens it", await text("h2"), "skl::LONGEST_LAT_CACHE");
	same("address", await hash(), "#skl::LONGEST_LAT_CACHE:MISS");
	await browser.press("Escape");
	same("Esc goes back", [await hash(), await text("h2")], ["", null]);
	await browser.press("Escape");
	same("and clears", await ask("document.getElementById('query').value"), "");
}

// Values: Intel SDM's codes of the event; 0x53 is enable, interrupt, user and kernel.
async function putsTogether() {
	await browser.show(url + "#skl::INST_RETIRED");
	await settle();
	same("default", await result(), { string: "skl::INST_RETIRED", code: "0x5300c0", perf: "rc0", config: "0xc0" });
	await click('[data-name="PREC_DIST"]');
	same("unit mask", await result(),
		{ string: "skl::INST_RETIRED:PREC_DIST", code: "0x5301c0", perf: "r1c0", config: "0x1c0" });
	await click('[data-name="NOP"]');
	same("another one in its place", (await result()).string, "skl::INST_RETIRED:NOP");
	await click('[data-name="PREC_DIST"]');
	await click('[data-name="u"]');
	same("user code", [await result(), await hash()], [{
		string: "skl::INST_RETIRED:PREC_DIST:u", code: "0x5101c0", perf: "r1c0:uh", config: "0x1c0",
	},
		"#skl::INST_RETIRED:PREC_DIST:u"]);
	await ask("document.querySelector('[data-name=c]').focus()");
	await browser.type("300");
	is("out of range", /does not encode: c is 0 to 255/.test(await text(".wrong")));
	await browser.show(url + "#skl::MEM_LOAD_RETIRED:L3_MISS:c=2");
	await settle();
	same("a shared address", await result(), {
		string: "skl::MEM_LOAD_RETIRED:L3_MISS:c=2", code: "0x25320d1", perf: "r20020d1", config: "0x20020d1",
	});
	same("its form", [await ask("document.querySelector('[data-name=L3_MISS]').checked"),
		await ask("document.querySelector('[data-name=c]').value")], [true, "2"]);
	await picture("event");
	await browser.show(url + "#skx_unc_imc3::UNC_M_CAS_COUNT:RD");
	await settle();
	same("its name", await text("h2"), "skx_unc_imc3::UNC_M_CAS_COUNT");
	await ask("(() => { const boxes = document.querySelector('.boxes'); boxes.selectedIndex = 5; " +
		"boxes.dispatchEvent(new Event('change')); })()");
	same("another box", [await hash(), (await result()).perf, await text("h2")],
		["#skx_unc_imc5::UNC_M_CAS_COUNT:RD", "uncore_imc_5/config=0x304/",
		"skx_unc_imc5::UNC_M_CAS_COUNT"]);
	await browser.show(url + "#skx_unc_imc3::UNC_M_CAS_COUNT:RD");
	await settle();
	same("a box", await result(), {
		string: "skx_unc_imc3::UNC_M_CAS_COUNT:RD", code: "0x304",
		perf: "uncore_imc_3/config=0x304/", config: "0x304",
	});
	await browser.show(url + "#perf::task-clock:u");
	await settle();
	const registers = "document.querySelector('.result output[aria-label=Registers]')";
	same("of the kernel: no registers, perf's name", [await ask(`${registers}.parentElement.hidden`),
		(await result()).perf], [true, "task-clock:uh"]);
	await browser.show(url + "#skl::NO_SUCH_EVENT");
	await settle();
	is("no such event", /No event of this page is called skl::NO_SUCH_EVENT/.test(await text("[role=alert]")));
}

async function filters() {
	await browser.show(url);
	await ask("document.getElementById('pmu').focus()");
	await browser.type("skl");
	same("a PMU's name", [...new Set(await texts("#list .of"))], ["skl"]);
	await clear();
	await ask("document.getElementById('pmu').focus()");
	await browser.type("sapphirerapids unc");
	same("no such words", await text(".nothing"), "No event has all of this.");
	await clear();
	const all = await text("#count");
	await ask("[...document.querySelectorAll('#kinds button')].find((one) => one.innerText === 'Uncore').click()");
	is("uncore only", (await texts("#list .of")).every((one) => !/^(skl|icl|spr)$/.test(one)) &&
		await text("#count") !== all);
	await clear();
	await ask("document.getElementById('pmu').focus()");
	await browser.type("skl");
	await ask("[...document.querySelectorAll('#flags button')]" +
		".find((one) => one.innerText === 'Deprecated').click()");
	is("a flag", await text("#count") !== all);
	await clear();
	same("all again", await text("#count"), all);
}

async function looks() {
	for (const dark of [false, true]) {
		const theme = dark ? "dark" : "light";
		await browser.show(url + "#skl::INST_RETIRED:ANY", { dark });
		await settle();
		await picture(theme);
		const contrasts = await ask(`(() => {
			const luminance = (color) => {
				const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255)
					.map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
				return 0.2126 * r + 0.7152 * g + 0.0722 * b;
			};
			const paper = (one) => {
				for (; one; one = one.parentElement)
					if (!/, 0\\)$|transparent/.test(getComputedStyle(one).backgroundColor))
						return getComputedStyle(one).backgroundColor;
			};
			return [...document.querySelectorAll("h1 a, #list .name, #list .of, #list .desc, #count, " +
				"button, " +
				"h2 .of, h3, dt, dd, .pill, .label, output, .desc, .tag, .head .number, a")]
				.filter((one) => one.offsetParent && one.innerText.trim()).map((one) => {
					const pair = [luminance(getComputedStyle(one).color), luminance(paper(one))]
						.sort();
					return [(pair[1] + 0.05) / (pair[0] + 0.05), one.className || one.tagName];
				}).filter(([contrast]) => contrast < 4.5);
		})()`);
		same(`${theme}: what can hardly be read`, contrasts, []);
	}
	await click("#theme");
	same("the button turns it light",
		await ask("getComputedStyle(document.body).backgroundColor"), "rgb(252, 252, 250)");
	same("unnamed controls", await ask(`[...document.querySelectorAll("input, select, button")]
		.filter((one) => !one.closest("label") && !one.getAttribute("aria-label") &&
		!one.innerText.trim()).length`), 0);
}

async function fitsPhone() {
	for (const dark of [false, true]) {
		const name = `phone-${dark ? "dark" : "light"}`;
		const phone = { width: 360, height: 740, dark, mobile: true };
		const shown = (selector) => ask(`(() => {
			const one = document.querySelector("${selector}");
			return Boolean(one.offsetParent || getComputedStyle(one).display !== "none");
		})()`);
		await browser.show(url, phone);
		await settle();
		same(`${name}: wider than the screen`,
			await ask("document.documentElement.scrollWidth > innerWidth"), false);
		same(`${name}: the list alone`, [await shown(".scroll"), await shown("article")], [true, false]);
		await picture(name + "-list");
		await click("#list li");
		await settle();
		same(`${name}: an event alone`, [await shown(".scroll"), await shown("article")], [false, true]);
		await browser.show(url + "#spr::OCR:DEMAND_DATA_RD_ANY_RESPONSE", phone);
		await settle();
		same(`${name}: an event wider than the screen`,
			await ask("document.querySelector('article').scrollWidth > innerWidth"), false);
		await picture(name);
		await click(".back");
		await settle();
		same(`${name}: back`, [await shown(".scroll"), await shown("article")], [true, false]);
	}
}

async function measures() {
	await browser.show(url);
	const [first, ready] = await ask(`(() => {
		const query = document.getElementById("query"), start = performance.now();
		query.value = "memory bandwidth";
		query.dispatchEvent(new Event("input"));
		document.getElementById("list").offsetHeight;
		return [performance.now() - start, performance.getEntriesByType("navigation")[0].domComplete];
	})()`);
	console.log(`# ${(statSync(page).size / 1e6).toFixed(2)} MB, ready after ${Math.round(ready)} ms, ` +
		`first search ${Math.round(first)} ms`);
	is("at most 8 MB", statSync(page).size <= 8e6);
}

// Its description: </script><script>..., quotes, an image.
async function bearsAnything() {
	await browser.show(pathToFileURL(hostile).href + "#hostile::EVENT");
	await settle();
	same("text that is no markup",
		[await text(".text"), await ask("window.bad"), await ask("document.images.length")],
		["</script><script>window.bad = 1</script> \"quotes\" \\ ' " +
			"<img src=x onerror=window.bad=1> <!-- &amp;", undefined, 0]);
}

(async () => {
	await browser.start();
	for (const part of [findsAndOpens, putsTogether, filters, looks, fitsPhone, measures, bearsAnything])
		await part();
	same("complaints of the browser", browser.complaints(), []);
	same("what was asked of the network", browser.requests().filter((one) => !/^(file|about|data):/.test(one)), []);
	await browser.stop();
	console.log(`# ${checks} checks, ${failed} failed`);
	process.exitCode = failed ? 1 : 0;
})().catch(async (error) => {
	console.log(error.stack);
	await browser.stop();
	process.exitCode = 1;
});
