import type { PromptVersion } from "@/lib/contracts/prompts/shapes";
import { experimentConfig } from "@/lib/prompts/rules/experiment-config";

/** A version of a saved prompt as an experiment's task, or why it cannot be one. A typed model replaces the version's. */
export function savedTask(
  { name, version, content }: Pick<PromptVersion, "name" | "version" | "content">,
  model: string,
) {
  const read = experimentConfig({ ...content, model: model.trim() || content.model });
  return "problem" in read ? read : { kind: "prompt" as const, config: read.config, prompt: { name, version } };
}
