// Files of prompts, whole or refused: every problem names its file and field.

import { findingsOf } from "@/lib/bounds/findings";
import { flawIn } from "@/lib/bounds/flaw";
import { nameKey } from "@/lib/bounds/normal-form";
import type { PromptContent } from "@/lib/contracts/prompts/content";
import { Failure, invalid } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { storedContent } from "../../rules/content";
import { promptFile } from "../prompt-file";
import type { YamlDocument } from "../yaml-source";

export interface ReadPrompt {
  file: string;
  name: string;
  folder: string;
  description: string;
  message: string;
  labels: string[];
  content: PromptContent;
}

export interface Problem {
  file: string;
  field: string;
  message: string;
}

/** A 400 with the problems of all files. */
export function refusal(problems: readonly Problem[]): Failure {
  const byField = groupBy(problems, ({ file, field }) => `${file}: ${field}`);
  const fields = Object.fromEntries(
    [...byField].map(([field, found]) => [field, found.map(({ message }) => message)] as const),
  );
  return invalid(
    Object.entries(fields)
      .map(([field, messages]) => `${field}: ${messages.join(" ")}`)
      .join("; "),
    { fields },
  );
}

/** A document of a file that is called `file`. */
export function readDocument(file: string, document: YamlDocument): (ReadPrompt | Problem)[] {
  // Of several documents, each is called by its number.
  const where = document.number === null ? "" : `prompt ${document.number}: `;
  const problem = (field: string, message: string): Problem => ({ file, field: `${where}${field}`, message });
  return "problem" in document ? [problem("the file", document.problem)] : [...promptIn(file, document.value, problem)];
}

function* promptIn(
  file: string,
  value: unknown,
  problem: (field: string, message: string) => Problem,
): Generator<ReadPrompt | Problem> {
  const parsed = promptFile.safeParse(value);
  const flaw = flawIn(value);
  const findings = flaw ? [flaw] : parsed.success ? [] : findingsOf(parsed.error, value);
  for (const { path, message } of findings) yield problem(path.join(".") || "the file", message);
  if (flaw || !parsed.success) return;
  const { name, folder, description, message, labels, ...content } = parsed.data;
  try {
    yield { file, name, folder, description, message, labels, content: storedContent(content, "messages") };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    for (const [field, messages] of Object.entries(error.detail.fields ?? {}))
      for (const text of messages) yield problem(field, text);
  }
}

export function namedTwice(prompts: readonly ReadPrompt[]): Problem[] {
  const files = new Map<string, string>();
  return prompts.flatMap(({ file, name }) => {
    const other = files.get(nameKey(name));
    files.set(nameKey(name), file);
    return other === undefined ? [] : [{ file, field: "name", message: `"${name}" is also in ${other}.` }];
  });
}
