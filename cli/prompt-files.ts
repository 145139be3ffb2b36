// Which file each pulled prompt is written to.

import { nameKey } from "@/lib/bounds/normal-form";
import { hashedFileName, promptFileName } from "@/lib/prompts/files/rules/file-name";

interface PromptFile {
  file: string;
  /** The prompt that it names; null for a file that is something else. */
  name: string | null;
}

/** A file that names the prompt, whatever it is called; else a file that no other prompt has. */
export function chosenFiles(there: readonly PromptFile[], names: readonly string[]): string[] {
  const own = new Map<string, string>();
  const taken = new Set<string>();
  for (const { file, name } of there) {
    if (name === null) continue;
    own.set(nameKey(name), file);
    taken.add(file.toLowerCase());
  }
  return names.map((name) => {
    const usual = promptFileName(name);
    const file = own.get(nameKey(name)) ?? (taken.has(usual.toLowerCase()) ? hashedFileName(name) : usual);
    taken.add(file.toLowerCase());
    return file;
  });
}
