// Files of prompts, whole or refused: every problem names its file and field.
import { parseAllDocuments } from "yaml";
import { findingsOf } from "@/lib/bounds/findings";
import { flawIn } from "@/lib/bounds/flaw";
import { MAX_FINDINGS } from "@/lib/bounds/limits";
import type { PromptContent } from "@/lib/contracts/prompts/content";
import { MAX_IMPORTED_PROMPTS } from "@/lib/contracts/prompts/names";
import { Failure, invalid, invalidField } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { promptFile } from "@/lib/prompt-file";
import { storedContent } from "../../rules/content";

export interface ReadPrompt {
  file: string;
  name: string;
  folder: string;
  description: string;
  message: string;
  labels: string[];
  content: PromptContent;
}

interface Problem {
  file: string;
  field: string;
  message: string;
}

/** Throws a 400 with the problems of all files. */
export function readFiles(files: readonly { file: string; text: string }[]): ReadPrompt[] {
  const problems: Problem[] = [];
  const prompts: ReadPrompt[] = [];
  for (const { file, text } of files) {
    for (const read of documentsIn(file, text)) {
      if ("content" in read) prompts.push(read);
      else problems.push(read);
      if (problems.length >= MAX_FINDINGS) throw refusal(problems);
    }
  }
  problems.push(...namedTwice(prompts));
  if (problems.length > 0) throw refusal(problems);
  if (prompts.length > MAX_IMPORTED_PROMPTS)
    throw invalidField("files", `At most ${MAX_IMPORTED_PROMPTS} prompts at once.`);
  return prompts;
}

function refusal(problems: readonly Problem[]): Failure {
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

function* documentsIn(file: string, text: string): Generator<ReadPrompt | Problem> {
  const found = parseAllDocuments(text);
  const documents = Array.isArray(found) ? found : [];
  if (documents.length === 0) yield { file, field: "the file", message: "Holds no prompt." };
  for (const [index, document] of documents.entries()) {
    // Of several documents, each is called by its number.
    const where = documents.length > 1 ? `prompt ${index + 1}: ` : "";
    const problem = (field: string, message: string): Problem => ({ file, field: `${where}${field}`, message });
    const [flaw] = document.errors;
    if (flaw) yield problem("the file", `Is not YAML: ${flaw.message.split("\n")[0]?.replace(/:$/, ".")}`);
    else yield* promptIn(file, contentOf(document), problem);
  }
}

/** A document that repeats itself too often has no value, and none is what the check then refuses. */
function contentOf(document: { toJS(): unknown }): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
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

function namedTwice(prompts: readonly ReadPrompt[]): Problem[] {
  const files = new Map<string, string>();
  return prompts.flatMap(({ file, name }) => {
    const other = files.get(name.toLowerCase());
    files.set(name.toLowerCase(), file);
    return other === undefined ? [] : [{ file, field: "name", message: `"${name}" is also in ${other}.` }];
  });
}
