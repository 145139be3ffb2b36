import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { parseJson } from "@/lib/gateway/parse-json";
import { ending, FORMAT, type Header, header, rowIn } from "./file-format";

/** Why a file cannot be imported, as a sentence. Nothing of it was stored then. */
export class FileRefused extends Error {}

export interface IncomingRow {
  table: string;
  /** JSON, as the file has it. */
  row: string;
}

const LINE_END = 10;
/** The most that PostgreSQL writes as one value. */
const LONGEST_LINE = 2 ** 30;

/**
 * The header of a file, and its rows in their order. Rows end with an error unless the file is whole.
 * @param bytes compressed
 */
export async function readFile(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ header: Header; rows: AsyncGenerator<IncomingRow> }> {
  const lines = linesOf(inflated(bytes));
  const first = await lines.next();
  const known = header.safeParse(first.done ? null : parseJson(first.value));
  if (!known.success)
    throw new FileRefused(`The file does not begin as an export of an organization (${FORMAT}, version 1).`);
  return { header: known.data, rows: rowsOf(lines) };
}

async function* rowsOf(lines: AsyncGenerator<string>): AsyncGenerator<IncomingRow> {
  let count = 0;
  for await (const line of lines) {
    const row = rowIn(line);
    if (row) {
      count++;
      yield row;
      continue;
    }
    const end = ending.safeParse(parseJson(line));
    if (!end.success) throw new FileRefused(`Line ${count + 2} of the file is not a row.`);
    if (end.data.rows !== count) throw new FileRefused(`The file has ${count} rows instead of ${end.data.rows}.`);
    if (!(await lines.next()).done) throw new FileRefused("The file goes on after its end.");
    return;
  }
  throw new FileRefused("The file was cut off: its last line is missing.");
}

async function* inflated(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const source = Readable.from(bytes);
  source.on("error", (error) => gunzip.destroy(error));
  try {
    yield* source.pipe(gunzip) as AsyncIterable<Buffer>; // safe because no encoding is set
  } catch (error) {
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("Z_"))) throw error;
    throw new FileRefused("The file is not whole, or it was not compressed with gzip.");
  }
}

/** Lines end with a line feed alone: texts may contain every other separator. */
async function* linesOf(blocks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let before: Buffer[] = [];
  let waiting = 0;
  for await (const block of blocks) {
    let start = 0;
    for (let end = block.indexOf(LINE_END); end !== -1; end = block.indexOf(LINE_END, start)) {
      yield Buffer.concat([...before, block.subarray(start, end)]).toString("utf8");
      [before, waiting, start] = [[], 0, end + 1];
    }
    before.push(block.subarray(start));
    waiting += block.length - start;
    if (waiting > LONGEST_LINE) throw new FileRefused("A line of the file is longer than 1 GB.");
  }
  if (waiting > 0) yield Buffer.concat(before).toString("utf8");
}
