// Excel workbooks. They are unpacked and parsed in a thread of their own, bounded in memory and time, because a workbook
// can be much larger than its file, and reading one blocks its thread.
import { on } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { Failure, invalidField } from "@/lib/errors";
import { workbookForm } from "../rules/workbook";
import type { FileRow, ImportedColumns } from "./imported-columns";
import { tableRows } from "./table-rows";
import { type SheetRow, type WorkbookMessage, type WorkbookProblem, workbookSource } from "./workbook-source";

/** Bytes of all parts of a workbook once they are unpacked. */
const MOST_INFLATED = 128 * 1024 * 1024;
const HEAP_MB = 384;
/** How long the thread may take to its next rows. */
const PATIENCE_MS = 60_000;
const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 500_000;
/** Workbooks that are read at once in this process. Others are refused, since they would keep a connection waiting. */
const MOST_AT_ONCE = 2;

const CSV_INSTEAD = "Save the sheet as CSV.";
const problems: Record<WorkbookProblem | "late", string> = {
  large: `Is too large once it is unpacked. ${CSV_INSTEAD}`,
  unreadable: `Cannot be read as an Excel workbook. ${CSV_INSTEAD}`,
  late: `Takes too long to read. ${CSV_INSTEAD}`,
};

const withoutResult = (cell: string): string =>
  `The formula in cell ${cell} has no stored result. Open the workbook in a spreadsheet program, save it, and import it again.`;

let free = MOST_AT_ONCE;

/** Reserves one of the threads, and returns what gives it back. Throws a 503 if all are busy. */
function takeThread(): () => void {
  if (free === 0)
    throw new Failure("unavailable", "Other workbooks are being read. Try again in a few seconds.", {
      retryAfterSeconds: 5,
    });
  free--;
  return () => {
    free++;
  };
}

// Files of requests can be read as streams only.
async function startOf(file: File): Promise<Uint8Array> {
  for await (const bytes of file.stream()) return bytes;
  return new Uint8Array();
}

/** Whether a file is an Excel workbook. Throws for one in a form that cannot be read. */
export async function isWorkbook(file: File): Promise<boolean> {
  const form = workbookForm(await startOf(file));
  if (form === "xls")
    throw invalidField("file", "Is an old Excel workbook (.xls), or has a password. Save it as .xlsx or CSV.");
  return form === "xlsx";
}

/**
 * The rows of a workbook's first sheet that is not hidden. Its first row that is not empty names the columns; empty rows are skipped.
 * `mostInflated`: bytes of all parts that are read, unpacked.
 */
export const readWorkbook = (
  file: File,
  columns: ImportedColumns,
  mostInflated = MOST_INFLATED,
): AsyncGenerator<FileRow> => tableRows(padded(sheetRows(file, mostInflated)), columns);

/** Gives all rows the width of the first: a sheet does not say where a row ends. */
async function* padded(rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow> {
  let width: number | null = null;
  for await (const { line, values } of rows) {
    width ??= values.length;
    const missing = Math.max(0, width - values.length);
    yield { line, values: [...values, ...new Array<null>(missing).fill(null)] };
  }
}

async function* sheetRows(file: File, mostInflated: number): AsyncGenerator<SheetRow> {
  const giveBack = takeThread();
  let worker: Worker | undefined;
  try {
    worker = start(await new Response(file.stream()).arrayBuffer(), mostInflated);
    for await (const message of messagesOf(worker)) {
      if ("problem" in message) throw invalidField("file", problems[message.problem]);
      if ("formula" in message) throw invalidField("file", withoutResult(message.formula));
      if ("done" in message) return;
      yield* message.rows;
      worker.postMessage("more");
    }
    throw invalidField("file", problems.large);
  } finally {
    await worker?.terminate();
    giveBack();
  }
}

function start(bytes: ArrayBuffer, mostInflated: number): Worker {
  const { resolve } = createRequire(join(process.cwd(), "package.json"));
  const worker = new Worker(workbookSource, {
    eval: true,
    workerData: {
      bytes,
      reader: pathToFileURL(resolve("hucre/xlsx")).href,
      mostInflated,
      batchRows: BATCH_ROWS,
      batchCharacters: BATCH_CHARACTERS,
    },
    transferList: [bytes],
    // The thread gets nothing of the server's environment.
    env: {},
    stdout: true,
    stderr: true,
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  // It may fail when no caller waits any more.
  worker.on("error", () => undefined);
  return worker;
}

/** What the thread reports, until it ends. A thread that is out of memory ends with an error. */
async function* messagesOf(worker: Worker): AsyncGenerator<WorkbookMessage | { problem: "late" }> {
  const late = new AbortController();
  const wait = () => setTimeout(() => late.abort(), PATIENCE_MS);
  let timer = wait();
  try {
    for await (const [message] of on(worker, "message", { close: ["exit"], signal: late.signal })) {
      clearTimeout(timer);
      yield message as WorkbookMessage; // safe: the thread's program sends nothing else
      timer = wait();
    }
  } catch (error) {
    if (late.signal.aborted) yield { problem: "late" };
    else if (isOutOfMemory(error)) yield { problem: "large" };
    else throw error;
  } finally {
    clearTimeout(timer);
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
