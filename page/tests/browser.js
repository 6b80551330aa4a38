// A browser without a window, driven through a pair of pipes: Chromium's own protocol, a message of JSON between NULs.
"use strict";
const { spawn } = require("child_process");
const { mkdtempSync, rmSync, writeFileSync } = require("fs");
const { tmpdir } = require("os");
const { join } = require("path");

class Browser {
	constructor(program) {
		this.home = mkdtempSync(join(tmpdir(), "page-"));
		const options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
			"--no-first-run", "--remote-debugging-pipe", `--user-data-dir=${this.home}`, "about:blank"];
		this.child = spawn(program, options, {
			stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
			env: { ...process.env, HOME: this.home, LD_LIBRARY_PATH: "" },
		});
		this.next = 1;
		this.waiting = new Map();
		this.events = [];
		this.rest = "";
		this.child.stdio[4].setEncoding("utf8").on("data", (text) => this.read(text));
		this.child.stdio[3].on("error", () => { });
	}

	read(text) {
		const messages = (this.rest + text).split("\0");
		this.rest = messages.pop();
		for (const message of messages.map((one) => JSON.parse(one))) {
			if (!message.id) {
				this.events.push(message);
				continue;
			}
			const { resolve, reject } = this.waiting.get(message.id);
			this.waiting.delete(message.id);
			if (message.error)
				reject(new Error(message.error.message));
			else
				resolve(message.result);
		}
	}

	ask(method, params = {}) {
		const id = this.next++;
		this.child.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.session }) + "\0");
		return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
	}

	async start() {
		const { targetInfos } = await this.ask("Target.getTargets");
		const { targetId } = targetInfos.find(({ type }) => type === "page");
		this.session = (await this.ask("Target.attachToTarget", { targetId, flatten: true })).sessionId;
		for (const domain of ["Page", "Runtime", "Network", "Log"])
			await this.ask(domain + ".enable");
	}

	async show(url, { width = 1360, height = 860, dark = false, mobile = false } = {}) {
		await this.ask("Emulation.setDeviceMetricsOverride",
			{ width, height, deviceScaleFactor: mobile ? 2 : 1, mobile });
		await this.ask("Emulation.setEmulatedMedia",
			{ features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
		await this.ask("Page.navigate", { url: "about:blank" });
		await this.ask("Page.navigate", { url });
		await this.evaluate("new Promise((done) => document.readyState === 'complete' ? done() : " +
			"addEventListener('load', done))");
	}

	async evaluate(expression) {
		const { result, exceptionDetails } = await this.ask("Runtime.evaluate",
			{ expression, awaitPromise: true, returnByValue: true });
		if (exceptionDetails)
			throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
		return result.value;
	}

	async type(text) {
		await this.ask("Input.insertText", { text });
	}

	async press(key) {
		const codes = { Enter: 13, Escape: 27, ArrowDown: 40, ArrowUp: 38, Tab: 9, "/": 191, " ": 32 };
		const text = key.length === 1 ? key : key === "Enter" ? "\r" : undefined;
		const code = { key, windowsVirtualKeyCode: codes[key], text };
		await this.ask("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", ...code });
		await this.ask("Input.dispatchKeyEvent", { type: "keyUp", ...code });
	}

	async picture(file) {
		const { data } = await this.ask("Page.captureScreenshot", { format: "png" });
		writeFileSync(file, Buffer.from(data, "base64"));
	}

	// What went wrong in the page, and what it asked the network for.
	complaints() {
		return this.events.filter(({ method, params }) => method === "Runtime.exceptionThrown" ||
				(method === "Log.entryAdded" && params.entry.level === "error"))
			.map(({ params }) => params.exceptionDetails?.exception?.description || params.entry?.text);
	}

	requests() {
		return this.events.filter(({ method }) => method === "Network.requestWillBeSent")
			.map(({ params }) => params.request.url);
	}

	async stop() {
		const ended = new Promise((done) => this.child.on("exit", done));
		await this.ask("Browser.close").catch(() => { });
		await ended;
		rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
	}
}

module.exports = { Browser };
