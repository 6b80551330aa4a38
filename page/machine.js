/*
 * The four tools in this page: one WebAssembly program, run once for each question, and the little of WASI that it
 * wants: words, environment, files in memory, and an end. The program is the tools' own sources, so that its answers
 * are theirs; this file knows nothing of events.
 */
"use strict";
const pfmkit = (() => {
const OK = 0, BAD_FILE = 8, INVALID = 28, IS_DIRECTORY = 31, NOT_THERE = 44, NO_DIRECTORY = 54, READ_ONLY = 69,
	NO_SEEKING = 70;
const DIRECTORY = 3, FILE = 4, STREAM = 0;
const ROOT = 3; // the descriptor of /
const encoder = new TextEncoder(), decoder = new TextDecoder();

class Ended extends Error {
	constructor(status) {
		super(`ended with ${status}`);
		this.status = status;
	}
}

/* Keeps files by name; directories are Maps. */
class Files {
	constructor() {
		this.root = new Map();
	}

	put(path, bytes) {
		const names = path.split("/").filter((name) => name && name !== "."), last = names.pop();
		let directory = this.root;
		for (const name of names) {
			if (!(directory.get(name) instanceof Map))
				directory.set(name, new Map());
			directory = directory.get(name);
		}
		if (last)
			directory.set(last, bytes);
	}

	find(path, from = this.root) {
		const way = [from];
		for (const name of path.split("/")) {
			const at = way[way.length - 1];
			if (name === ".." && way.length > 1) {
				way.pop();
			} else if (name && name !== "." && name !== "..") {
				if (!(at instanceof Map) || !at.has(name))
					return undefined;
				way.push(at.get(name));
			}
		}
		return way[way.length - 1];
	}
}

/* Is one run of the program. */
class Run {
	constructor(memory, files, words, environment, input) {
		Object.assign(this, { memory, words, input, files, written: [[], []] });
		this.environment = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
		this.open = [{ node: input, at: 0 }, {}, {}, { node: files.root }];
	}

	get view() {
		return new DataView(this.memory.buffer);
	}

	bytes(at, length) {
		return new Uint8Array(this.memory.buffer, at, length);
	}

	text(at, length) {
		return decoder.decode(this.bytes(at, length));
	}

	/* Writes strings as argv and environ have them. */
	putSizes(list, count, size) {
		this.view.setUint32(count, list.length, true);
		this.view.setUint32(size, list.reduce((sum, one) => sum + encoder.encode(one).length + 1, 0), true);
		return OK;
	}

	putList(list, pointers, at) {
		for (const one of list) {
			const bytes = encoder.encode(one);
			this.view.setUint32(pointers, at, true);
			this.bytes(at, bytes.length + 1).fill(0);
			this.bytes(at, bytes.length).set(bytes);
			pointers += 4;
			at += bytes.length + 1;
		}
		return OK;
	}

	/* Returns the pieces of memory that are to be filled or read. */
	* pieces(vectors, count) {
		for (let i = 0; i < count; i++)
			yield this.bytes(this.view.getUint32(vectors + 8 * i, true),
				this.view.getUint32(vectors + 8 * i + 4, true));
	}

	read(file, at, vectors, count, size) {
		let done = 0;
		if (!file || !file.node)
			return BAD_FILE;
		if (file.node instanceof Map)
			return IS_DIRECTORY;
		for (const piece of this.pieces(vectors, count)) {
			const part = file.node.subarray(at + done, at + done + piece.length);
			piece.set(part);
			done += part.length;
		}
		this.view.setUint32(size, done, true);
		return done;
	}

	putStatus(node, at) {
		const view = this.view;
		this.bytes(at, 64).fill(0);
		view.setBigUint64(at + 8, 1n, true);
		view.setUint8(at + 16, !node ? STREAM : node instanceof Map ? DIRECTORY : FILE);
		view.setBigUint64(at + 24, 1n, true);
		view.setBigUint64(at + 32, BigInt(node && node.length || 0), true);
		return OK;
	}

	/* Writes entries of a directory from a number on, as many as there is room for; the last may be cut. */
	putEntries(directory, from, at, room, used) {
		let left = room;
		for (const [i, [name, node]] of [...directory].entries()) {
			const text = encoder.encode(name), entry = new Uint8Array(24 + text.length);
			const view = new DataView(entry.buffer);
			if (i < from || !left)
				continue;
			view.setBigUint64(0, BigInt(i + 1), true);
			view.setBigUint64(8, 1n, true);
			view.setUint32(16, text.length, true);
			view.setUint8(20, node instanceof Map ? DIRECTORY : FILE);
			entry.set(text, 24);
			this.bytes(at + room - left, Math.min(left, entry.length)).set(entry.subarray(0, left));
			left -= Math.min(left, entry.length);
		}
		this.view.setUint32(used, room - left, true);
		return OK;
	}

	write(descriptor, vectors, count, size) {
		const to = this.written[descriptor - 1];
		let done = 0;
		if (!to)
			return BAD_FILE;
		for (const piece of this.pieces(vectors, count)) {
			to.push(piece.slice());
			done += piece.length;
		}
		this.view.setUint32(size, done, true);
		return OK;
	}

	seek(descriptor, offset, from, result) {
		const file = this.open[descriptor];
		if (!file || !(file.node instanceof Uint8Array) || descriptor < ROOT)
			return NO_SEEKING;
		const at = [0, file.at, file.node.length][from] + Number(offset);
		if (!(at >= 0))
			return INVALID;
		file.at = at;
		this.view.setBigUint64(result, BigInt(at), true);
		return OK;
	}

	openFile(directory, path, flags, result) {
		const from = this.open[directory], node = from && this.files.find(path, from.node);
		if (!from)
			return BAD_FILE;
		if (!node)
			return flags & 1 ? READ_ONLY : NOT_THERE;
		if (flags & 2 && !(node instanceof Map))
			return NO_DIRECTORY;
		this.open.push({ node, at: 0 });
		this.view.setUint32(result, this.open.length - 1, true);
		return OK;
	}

	/* Returns what the program imports. Numbers of 64 bits come as BigInt. */
	get calls() {
		const file = (descriptor) => this.open[descriptor];
		return {
			args_sizes_get: (count, size) => this.putSizes(this.words, count, size),
			args_get: (pointers, at) => this.putList(this.words, pointers, at),
			environ_sizes_get: (count, size) => this.putSizes(this.environment, count, size),
			environ_get: (pointers, at) => this.putList(this.environment, pointers, at),
			clock_time_get: (id, precision, at) => {
				this.view.setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
				return OK;
			},
			fd_close: (descriptor) => file(descriptor) ? (this.open[descriptor] = undefined, OK) : BAD_FILE,
			fd_fdstat_get: (descriptor, at) => {
				if (!file(descriptor))
					return BAD_FILE;
				const { node } = file(descriptor);
				this.bytes(at, 24).fill(0);
				this.view.setUint8(at, descriptor < ROOT ? STREAM : node instanceof Map ? DIRECTORY :
					FILE);
				this.bytes(at + 8, 16).fill(255);
				return OK;
			},
			fd_filestat_get: (descriptor, at) =>
				file(descriptor) ? this.putStatus(descriptor < ROOT ? undefined :
					file(descriptor).node, at) : BAD_FILE,
			fd_pread: (descriptor, vectors, count, offset, size) =>
				Math.min(OK, this.read(file(descriptor), Number(offset), vectors, count, size)),
			fd_prestat_get: (descriptor, at) => {
				if (descriptor !== ROOT)
					return BAD_FILE;
				this.view.setUint32(at, 0, true);
				this.view.setUint32(at + 4, 1, true);
				return OK;
			},
			fd_prestat_dir_name: (descriptor, at) => {
				this.bytes(at, 1)[0] = 47;
				return OK;
			},
			fd_read: (descriptor, vectors, count, size) => {
				const { node, at } = file(descriptor) || {};
				if (!(node instanceof Uint8Array))
					return node ? IS_DIRECTORY : BAD_FILE;
				file(descriptor).at += this.read({ node }, at, vectors, count, size);
				return OK;
			},
			fd_readdir: (descriptor, at, room, from, used) => file(descriptor)?.node instanceof Map ?
				this.putEntries(file(descriptor).node, Number(from), at, room, used) : NO_DIRECTORY,
			fd_seek: (...words) => this.seek(...words),
			fd_write: (...words) => this.write(...words),
			path_filestat_get: (directory, flags, path, length, at) => {
				const node = file(directory) && this.files.find(this.text(path, length),
					file(directory).node);
				return node ? this.putStatus(node, at) : NOT_THERE;
			},
			path_open: (directory, follow, path, length, flags, rights, inherited, how, result) =>
				this.openFile(directory, this.text(path, length), flags, result),
			proc_exit: (status) => {
				throw new Ended(status);
			},
		};
	}
}

function joined(pieces) {
	const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
	let at = 0;
	for (const piece of pieces) {
		all.set(piece, at);
		at += piece.length;
	}
	return decoder.decode(all);
}

/* Runs the tools on a machine: files, and an environment. */
class Tools {
	constructor(program) {
		this.files = new Files();
		this.environment = {};
		this.program = program;
	}

	/* module: the program, compiled. An import that is missing here returns "not supported" to it. */
	static async of(module) {
		const tools = new Tools(), calls = {};
		for (const { name } of WebAssembly.Module.imports(module))
			calls[name] = (...words) => tools.run.calls[name] ? tools.run.calls[name](...words) : 52;
		const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: calls });
		tools.exports = exports;
		tools.fresh = new Uint8Array(exports.memory.buffer).slice();
		tools.stack = exports.__stack_pointer.value;
		return tools;
	}

	/* Keeps the memory as it was before the first run. */
	begin() {
		const memory = new Uint8Array(this.exports.memory.buffer);
		memory.fill(0, this.fresh.length);
		memory.set(this.fresh);
		this.exports.__stack_pointer.value = this.stack;
	}

	/* Runs a tool, whose name is the first word. Returns its status, standard output and standard error. */
	ask(words, { input = "", environment = {} } = {}) {
		const run = new Run(this.exports.memory, this.files, words, { ...this.environment, ...environment },
			typeof input === "string" ? encoder.encode(input) : input);
		let status = 0;
		this.begin();
		this.run = { calls: run.calls };
		try {
			this.exports._start();
		} catch (end) {
			if (!(end instanceof Ended))
				throw end;
			status = end.status;
		}
		return { status, output: joined(run.written[0]), said: joined(run.written[1]) };
	}
}

return { Tools, Files };
})();
