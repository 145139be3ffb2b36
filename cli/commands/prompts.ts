// `assay prompts push|pull`: prompts as files of a repository, and back. The server reads and writes the files' text.
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { exportPrompts, type ImportedPrompt, importPrompts } from "@/lib/contracts/prompts/files";
import { MAX_IMPORTED_PROMPTS, MAX_PROMPT_FILE_CHARACTERS } from "@/lib/contracts/prompts/names";
import { documentsIn } from "@/lib/prompts/files/rules/file-name";
import { isRecord } from "@/lib/records";
import { whenNoFile } from "@/lib/rejections";
import { readArguments } from "../arguments";
import { type Connection, connect } from "../connection";
import { chosenFiles } from "../prompt-files";
import { textOf } from "../run/text-of";
import { note, print, printJson } from "../terminal";
import { Problem, type Verdict } from "../verdict";

export const usage = `assay prompts push FOLDER [--dry-run] [--labels] [--json]
       assay prompts pull FOLDER [--folder NAME] [--json]`;

const flag = { type: "boolean" } as const;
/** One request's files: below what the server takes of a body, where a character may be escaped. */
const MAX_CHARACTERS = 2_000_000;

export async function prompts(args: readonly string[], signal: AbortSignal): Promise<Verdict> {
  const [action, ...rest] = args;
  if (action === "push") return push(rest, signal);
  if (action === "pull") return pull(rest, signal);
  throw new Problem(`Usage: ${usage}`);
}

interface PromptText {
  file: string;
  text: string;
}

/** Everything is checked before anything is written. */
async function push(args: readonly string[], signal: AbortSignal): Promise<Verdict> {
  const options = { "dry-run": flag, labels: flag, json: flag } as const;
  const { values, positionals } = readArguments(args, options, { words: [1, 1], usage });
  const [path = ""] = positionals;
  const files = await filesAt(path);
  if (files.length === 0) throw new Problem(`There is no YAML file in ${path}.`);
  const batches = batchesOf(files);
  const connection = await connect(signal);
  const move_labels = values.labels ?? false;
  const send = async (dry_run: boolean): Promise<ImportedPrompt[]> => {
    const changes: ImportedPrompt[] = [];
    for (const batch of batches) {
      const sent = await connection.call(importPrompts, { files: batch, dry_run, move_labels }, { retries: true });
      changes.push(...sent.prompts);
    }
    return changes;
  };
  const planned = values["dry-run"] || batches.length > 1 ? await send(true) : [];
  const changes = values["dry-run"] ? planned : await send(false);
  if (values.json) await printJson({ dry_run: values["dry-run"] ?? false, prompts: changes }, 2);
  else await print(changes.map((change) => `${lineOf(change)}\n`).join(""));
  return "passed";
}

const words = { created: "new", version_added: "new version", edited: "edited", unchanged: "unchanged" } as const;

function lineOf({ name, change, version, labels_moved, labels_left }: ImportedPrompt): string {
  const labels = [
    ...labels_moved.map((label) => `moves ${label}`),
    ...labels_left.map((label) =>
      change === "created" ? `${label} is not set (use --labels)` : `${label} stays where it is`,
    ),
  ];
  return `${words[change].padEnd(11)}  ${[name, version].filter(Boolean).join(" ")}${labels.map((text) => `, ${text}`).join("")}`;
}

function batchesOf(files: readonly PromptText[]): PromptText[][] {
  const batches: PromptText[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const file of files) {
    characters += file.text.length;
    const last = batches.at(-1);
    if (last && characters <= MAX_CHARACTERS && last.length < MAX_IMPORTED_PROMPTS) last.push(file);
    else {
      batches.push([file]);
      characters = file.text.length;
    }
  }
  return batches;
}

/** The YAML files of a folder, or one file. */
async function filesAt(path: string): Promise<PromptText[]> {
  const found = await stat(path).catch(whenNoFile(() => null));
  if (!found) throw new Problem(`There is no folder ${path}.`);
  const names = found.isDirectory() ? (await readdir(path)).filter((name) => /\.ya?ml$/i.test(name)).sort() : null;
  const paths = names?.map((name) => [name, join(path, name)] as const) ?? [[basename(path), path] as const];
  return Promise.all(
    paths.map(async ([file, at]) => {
      if ((await stat(at)).size > MAX_PROMPT_FILE_CHARACTERS) throw new Problem(`${at} is larger than 5 MB.`);
      return { file, text: await textOf(at) };
    }),
  );
}

/** A file that is there and names the prompt is written again, whatever it is called. */
async function pull(args: readonly string[], signal: AbortSignal): Promise<Verdict> {
  const options = { folder: { type: "string" }, json: flag } as const;
  const { values, positionals } = readArguments(args, options, { words: [1, 1], usage });
  const [folder = ""] = positionals;
  const connection = await connect(signal);
  const texts = await textsOf(connection, values.folder);
  await mkdir(folder, { recursive: true });
  const there = await filesAt(folder);
  const names = texts.map((text) => nameIn(text) ?? "");
  const files = chosenFiles(
    there.map(({ file, text }) => ({ file, name: nameIn(text) })),
    names,
  );
  const textIn = new Map(there.map(({ file, text }) => [file, text]));
  const written = [];
  for (const [index, text] of texts.entries()) {
    const [name = "", file = ""] = [names[index], files[index]];
    const before = textIn.get(file);
    if (before !== text) await writeWhole(join(folder, file), text);
    written.push({ file, name, change: before === undefined ? "new" : before === text ? "unchanged" : "changed" });
  }
  if (values.json) await printJson({ prompts: written }, 2);
  else if (written.length === 0) note("There are no prompts on the server.");
  else await print(written.map(({ file, change }) => `${change.padEnd(9)}  ${file}\n`).join(""));
  return "passed";
}

async function textsOf(connection: Connection, folder: string | undefined): Promise<string[]> {
  return documentsIn(await (await connection.open(exportPrompts, folder === undefined ? {} : { folder })).text());
}

/** The prompt that a file names; null for a file that is something else. */
function nameIn(text: string): string | null {
  try {
    const read: unknown = parse(text);
    return isRecord(read) && typeof read.name === "string" ? read.name : null;
  } catch {
    return null;
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.part`;
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
