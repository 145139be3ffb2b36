// The file of a run, and the data beside it.
import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, extname, resolve } from "node:path";
import { parse } from "yaml";
import { findingsOf } from "@/lib/bounds/findings";
import { workbookForm } from "@/lib/datasets/rules/workbook";
import { whenNoFile } from "@/lib/rejections";
import { type RunFile, runFile } from "@/lib/run-file";
import { Problem } from "../verdict";
import { textOf } from "./text-of";

const MAX_FILE_BYTES = 1_000_000;

export interface ReadFile {
  file: RunFile;
  /** For reports and for the run on the server. */
  name: string;
  data: DataFile | null;
  /** Of an experiment whose outputs are brought. */
  outputs: DataFile | null;
}

export interface DataFile {
  path: string;
  /** Of its bytes. */
  hash: string;
}

const stemOf = (path: string): string => basename(path, extname(path));

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(whenNoFile(() => null));
  if (!found?.isFile()) throw new Problem(`There is no file ${path}.`);
  return found.size;
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

export async function dataFile(path: string): Promise<DataFile> {
  if ((await sizeOf(path)) === 0) throw new Problem(`${path} is empty.`);
  const start = await (await openAsBlob(path)).slice(0, 4).arrayBuffer();
  if (workbookForm(new Uint8Array(start)))
    throw new Problem(`${path} is an Excel workbook. Save the sheet as CSV, whose bytes can be compared.`);
  return { path, hash: await hashOf(path) };
}

export async function readRunFile(path: string): Promise<ReadFile> {
  if ((await sizeOf(path)) > MAX_FILE_BYTES) throw new Problem(`${path} is larger than a megabyte.`);
  const entered = parsed(path, await textOf(path));
  const checked = runFile.safeParse(entered);
  if (!checked.success) {
    const findings = findingsOf(checked.error, entered);
    const problems = findings.map(({ path: at, message }) => `  ${at.join(".") || "the file"}: ${message}`);
    throw new Problem([`${path} is not valid for assay run:`, ...problems].join("\n"));
  }
  const file = checked.data;
  const name = file.name ?? stemOf(path);
  const beside = async (relative: string | undefined): Promise<DataFile | null> =>
    relative === undefined ? null : dataFile(resolve(dirname(path), relative));
  return {
    file,
    name,
    data: await beside(file.kind === "test-run" ? undefined : file.data),
    outputs: await beside(file.kind === "experiment" ? file.outputs : undefined),
  };
}

function parsed(path: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new Problem(`${path} is not YAML: ${error instanceof Error ? error.message : error}`);
  }
}

/** The same for the same run: what the file says, the bytes of its data, and the server. */
export const keyOf = ({ file, name, data, outputs }: ReadFile, url: string): string =>
  createHash("sha256")
    .update(JSON.stringify([url, name, file, data?.hash ?? null, outputs?.hash ?? null]))
    .digest("hex");
