// `assay datasets push|pull`: a file's rows to the server, and back with the same bytes.
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { basename, extname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { downloadDataset } from "@/lib/contracts/datasets/table";
import { readArguments } from "../arguments";
import { type Connection, connect } from "../connection";
import { createDataset, findDataset, type NamedDataset, requireDataset } from "../run/datasets-of-files";
import { dataFile } from "../run/read-file";
import { hasSameCells } from "../run/same-cells";
import { note, print } from "../terminal";
import { Problem, type Verdict } from "../verdict";

export const usage = `assay datasets push FILE [--name NAME]
       assay datasets pull NAME [FILE|-]`;

export async function datasets(args: readonly string[], signal: AbortSignal): Promise<Verdict> {
  const [action, ...rest] = args;
  if (action === "push") return push(rest, signal);
  if (action === "pull") return pull(rest, signal);
  throw new Problem(`Usage: ${usage}`);
}

/** Whole or not at all. A second push of the same rows changes nothing; other rows under the name are refused. */
async function push(args: readonly string[], signal: AbortSignal): Promise<Verdict> {
  const { values, positionals } = readArguments(args, { name: { type: "string" } }, { words: [1, 1], usage });
  const [path = ""] = positionals;
  const name = values.name ?? basename(path, extname(path));
  const data = await dataFile(path);
  const connection = await connect(signal);
  const made = await createDataset(connection, data, name);
  const dataset = made ?? (await requireDataset(connection, name));
  const isSame = (await hashOfDownload(connection, dataset, signal)) === data.hash;
  if (!made && !isSame && !(await hasSameCells(data.path, await wholeDownload(connection, dataset))))
    throw new Problem(`The dataset ${name} has other rows. Push under another --name, or delete it first.`);
  if (!isSame) note("A pull gives the same cells, but not the same bytes: see docs/command-line.md.");
  await print(`${made ? "Pushed" : "Already there"}: ${dataset.name} ${dataset.id}\n`);
  return "passed";
}

async function hashOfDownload(connection: Connection, { id }: NamedDataset, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of await contentOf(connection, id)) {
    signal.throwIfAborted();
    hash.update(chunk);
  }
  return hash.digest("hex");
}

async function wholeDownload(connection: Connection, { id }: NamedDataset): Promise<Blob> {
  const response = await connection.open(downloadDataset, { dataset_id: id, as_uploaded: true });
  return response.blob();
}

async function contentOf(connection: Connection, dataset_id: string): Promise<AsyncIterable<Uint8Array>> {
  const { body } = await connection.open(downloadDataset, { dataset_id, as_uploaded: true });
  if (!body) throw new Problem("The server sent no rows.");
  return body;
}

/** A file is there whole or as it was before. */
async function pull(args: readonly string[], signal: AbortSignal): Promise<Verdict> {
  const { positionals } = readArguments(args, {}, { words: [1, 2], usage });
  const [idOrName = "", path] = positionals;
  const connection = await connect(signal);
  const dataset = await findDataset(connection, idOrName);
  if (!dataset) throw new Problem(`There is no dataset ${idOrName}.`);
  const content = Readable.from(await contentOf(connection, dataset.id));
  if (path === undefined || path === "-") {
    await pipeline(content, process.stdout, { signal, end: false });
    if (path === "-") note(`${dataset.name} was written to stdout.`);
    return "passed";
  }
  const draft = `${path}.${process.pid}.part`;
  try {
    await pipeline(content, createWriteStream(draft), { signal });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  note(`${dataset.name} is in ${path}.`);
  return "passed";
}
