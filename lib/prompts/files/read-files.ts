// Files of prompts, whole or refused.
import { MAX_FINDINGS } from "@/lib/bounds/limits";
import { MAX_IMPORTED_PROMPTS } from "@/lib/contracts/prompts/names";
import { invalidField } from "@/lib/errors";
import type { Owner } from "@/lib/evaluation/code/turns";
import { readYaml } from "./read-yaml";
import { namedTwice, type Problem, type ReadPrompt, readDocument, refusal } from "./rules/read-files";

/** Throws a 400 with the problems of all files. */
export async function readFiles(owner: Owner, files: readonly { file: string; text: string }[]): Promise<ReadPrompt[]> {
  const problems: Problem[] = [];
  const prompts: ReadPrompt[] = [];
  const filled = new Set<number>();
  const texts = files.map(({ text }) => text);
  for await (const document of readYaml(owner, texts)) {
    filled.add(document.file);
    for (const read of readDocument(files[document.file]?.file ?? "", document)) {
      if ("content" in read) prompts.push(read);
      else problems.push(read);
    }
    if (problems.length >= MAX_FINDINGS) throw refusal(problems);
    if (prompts.length > MAX_IMPORTED_PROMPTS)
      throw invalidField("files", `At most ${MAX_IMPORTED_PROMPTS} prompts at once.`);
  }
  for (const [index, { file }] of files.entries())
    if (!filled.has(index)) problems.push({ file, field: "the file", message: "Holds no prompt." });
  problems.push(...namedTwice(prompts));
  if (problems.length > 0) throw refusal(problems);
  return prompts;
}
