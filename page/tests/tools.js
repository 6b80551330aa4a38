// The tools of a page, outside of a browser.
"use strict";
const { readFileSync, readdirSync, statSync } = require("fs");
const { gunzipSync } = require("zlib");
const { join } = require("path");

// What stands in an element of the page.
function element(page, id) {
	return new RegExp(`<script[^>]* id="${id}"[^>]*>([^]*?)</script>`).exec(page)[1];
}

// Files of a directory, under a name, in memory.
function carry(files, directory, name) {
	for (const entry of readdirSync(directory)) {
		const path = join(directory, entry);
		if (statSync(path).isDirectory())
			carry(files, path, `${name}/${entry}`);
		else
			files.put(`${name}/${entry}`, new Uint8Array(readFileSync(path)));
	}
}

async function open(file) {
	const page = readFileSync(file, "utf8");
	const pfmkit = new Function(element(page, "machine") + "; return pfmkit;")();
	const program = gunzipSync(Buffer.from(element(page, "program"), "base64"));
	return pfmkit.Tools.of(await WebAssembly.compile(program));
}

module.exports = { open, carry, element };
