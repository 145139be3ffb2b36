// The program of a thread that reads an Excel workbook. It is a text, so that no bundler changes it. Messages to the
// server: `rows`, after which the thread waits for an answer; `problem`; `done`.
import { textOfSheet, timeFormat, timeOfSheet, timeStyles, visibleSheet } from "../rules/workbook";

/** Rows of a sheet: the row's number in the sheet, and its texts from column A on; null for an empty cell. */
export interface SheetRow {
  line: number;
  values: (string | null)[];
}

export type WorkbookProblem = "large" | "unreadable";

/** `formula`: a cell whose formula has no result. */
export type WorkbookMessage =
  | { rows: SheetRow[] }
  | { problem: WorkbookProblem }
  | { formula: string }
  | { done: true };

export const workbookSource = `
const { parentPort, workerData } = require("node:worker_threads");
const { bytes, reader, mostInflated, batchRows, batchCharacters } = workerData;

const end = (message) => {
  parentPort.postMessage(message);
  process.exit();
};

const textOf = ${textOfSheet.toString()};
const timeOf = ${timeOfSheet.toString()};
const timeFormat = ${timeFormat.toString()};
const timeStyles = ${timeStyles.toString()};
const visibleSheet = ${visibleSheet.toString()};

// The reader does not say which sheets are hidden, how a cell shows its number, or that a formula has no result. So the
// parts of the workbook are looked at when it decodes them.
let sheet = 0;
let startsIn1904 = false;
let times = new Map();
const timeCells = new Map();

// No part of the pattern passes the begin of another cell, so that a text is looked at once. Some programs write a prefix
// before the names of all elements.
const CELL =
  /<(?:\\w{1,30}:)?c(?=[\\s>])([^<>]*?)(?:\\/>|>((?:[^<]|<(?!\\/?(?:\\w{1,30}:)?c[\\s>/]))*)<\\/(?:\\w{1,30}:)?c\\s*>)/g;
const BEGIN = /<(?:\\w{1,30}:)?c[\\s>]/g;
/** As long as the begin of a cell. */
const LONGEST_BEGIN = 34;
/** More than any cell has: Excel allows 32,767 characters. */
const MOST_OF_CELL = 500_000;

// Returns the rest, in which a cell may have begun.
const lookAtCells = (text) => {
  let seen = 0;
  for (const { 0: cell, 1: attributes, 2: content = "", index } of text.matchAll(CELL)) {
    seen = index + cell.length;
    const of = (name) => new RegExp("\\\\s" + name + '="([^"]*)"').exec(attributes)?.[1];
    const hasValue = /<(?:\\w+:)?v[^<>]*>[^<]/.test(content);
    // A formula may well have an empty text as its result.
    if (!hasValue && /<(?:\\w+:)?f[\\s/>]/.test(content) && of("t") !== "str") end({ formula: of("r") ?? "" });
    const format = hasValue && times.size > 0 ? times.get(of("s")) : undefined;
    if (format) timeCells.set(of("r"), format);
  }
  const rest = text.slice(seen);
  let begun = -1;
  for (const { index } of rest.matchAll(BEGIN)) begun = index;
  if (begun >= 0 && rest.length - begun > MOST_OF_CELL) end({ problem: "unreadable" });
  return begun < 0 ? rest.slice(-LONGEST_BEGIN) : rest.slice(begun);
};

/** Takes the texts of one part, and null at its end. */
const observer = () => {
  let text = "";
  let kind;
  return (more) => {
    if (more !== null) text += more;
    kind ??= /<(?:\\w+:)?(worksheet|styleSheet|workbook)[\\s>]/.exec(text.slice(0, 2000))?.[1];
    if (!kind && text.length > 2000) kind = "other";
    if (kind === "other") text = "";
    if (kind === "worksheet") text = lookAtCells(text);
    if (more !== null) return;
    if (kind === "styleSheet") times = timeStyles(text, timeFormat);
    if (kind === "workbook") {
      sheet = visibleSheet(text);
      startsIn1904 = /\\sdate1904="(?:1|true)"/.test(text);
    }
  };
};

// The reader decodes its parts with this class, whether they are compressed or not. What fails here fails the reader.
const Decoder = globalThis.TextDecoder;
globalThis.TextDecoder = class extends Decoder {
  observe = observer();
  decode(bytes, options) {
    const text = super.decode(bytes, options);
    try {
      this.observe(text);
      if (options?.stream) return text;
      this.observe(null);
    } catch {
      end({ problem: "unreadable" });
    }
    // The next part may be decoded by the same one.
    this.observe = observer();
    return text;
  }
};

// The reader inflates with this class. A small file can inflate to gigabytes, which no limit of the heap counts. Where the
// class fails, the reader would go on with code of its own that has no such limit.
const Inflater = globalThis.DecompressionStream;
let inflated = 0;
globalThis.DecompressionStream = class {
  constructor(format) {
    const inflater = new Inflater(format);
    const parts = inflater.readable.getReader();
    this.writable = inflater.writable;
    this.readable = new ReadableStream({
      async pull(controller) {
        const { done, value } = await parts.read().catch(() => end({ problem: "unreadable" }));
        if (done) return controller.close();
        inflated += value.length;
        if (inflated > mostInflated) end({ problem: "large" });
        controller.enqueue(value);
      },
    });
  }
};

const send = (rows) => new Promise((resolve) => {
  parentPort.once("message", resolve);
  parentPort.postMessage({ rows });
});

async function read({ streamXlsxRows, cellRef }) {
  let rows = [];
  let characters = 0;
  // Cells that share a text are written out, so that rows can be much more than what was inflated.
  let all = 0;
  // The reader asks for the sheet after it has read the list of sheets.
  const options = { get sheet() { return sheet; } };
  for await (const { index, values } of streamXlsxRows(bytes, options)) {
    const texts = values.map((value, column) => {
      if (timeCells.size === 0 || !(value instanceof Date)) return textOf(value);
      const cell = cellRef(index, column);
      const format = timeCells.get(cell);
      timeCells.delete(cell);
      return (format ? timeOf(value, startsIn1904, format) : null) ?? textOf(value);
    });
    while (texts.length > 0 && texts.at(-1) === null) texts.pop();
    if (texts.length === 0) continue;
    rows.push({ line: index + 1, values: texts });
    for (const text of texts) characters += text === null ? 0 : text.length;
    if (all + characters > mostInflated) end({ problem: "large" });
    if (rows.length < batchRows && characters < batchCharacters) continue;
    await send(rows);
    all += characters;
    rows = [];
    characters = 0;
  }
  if (rows.length > 0) await send(rows);
  parentPort.postMessage({ done: true });
}

// What fails on the bytes of somebody's file is a fault of the file; a reader that cannot be loaded is one of the server.
import(reader).then((reader) => read(reader).catch(() => end({ problem: "unreadable" })));
`;
