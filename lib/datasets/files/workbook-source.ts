// The program of a thread that reads an Excel workbook. It is a text, so that no bundler changes it. Messages to the
// server: `rows`, after which the thread waits for an answer; `problem`; `done`.
import { textOfSheet } from "../rules/workbook";

/** Rows of a sheet: the row's number in the sheet, and its texts from column A on; null for an empty cell. */
export interface SheetRow {
  line: number;
  values: (string | null)[];
}

export type WorkbookProblem = "large" | "unreadable";

export type WorkbookMessage = { rows: SheetRow[] } | { problem: WorkbookProblem } | { done: true };

export const workbookSource = `
const { parentPort, workerData } = require("node:worker_threads");
const { bytes, reader, mostInflated, batchRows, batchCharacters } = workerData;

const end = (problem) => {
  parentPort.postMessage({ problem });
  process.exit();
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
        const { done, value } = await parts.read().catch(() => end("unreadable"));
        if (done) return controller.close();
        inflated += value.length;
        if (inflated > mostInflated) end("large");
        controller.enqueue(value);
      },
    });
  }
};

const textOf = ${textOfSheet.toString()};

const send = (rows) => new Promise((resolve) => {
  parentPort.once("message", resolve);
  parentPort.postMessage({ rows });
});

async function read(streamXlsxRows) {
  let rows = [];
  let characters = 0;
  // Cells that share a text are written out, so that rows can be much more than what was inflated.
  let all = 0;
  for await (const { index, values } of streamXlsxRows(bytes)) {
    const texts = values.map(textOf);
    while (texts.length > 0 && texts.at(-1) === null) texts.pop();
    if (texts.length === 0) continue;
    rows.push({ line: index + 1, values: texts });
    for (const text of texts) characters += text === null ? 0 : text.length;
    if (all + characters > mostInflated) end("large");
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
import(reader).then(({ streamXlsxRows }) => read(streamXlsxRows).catch(() => end("unreadable")));
`;
