// What a file of a prompt holds: its newest version. People read it in a repository, and its JSON Schema is
// public/assay-prompt.schema.json.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { promptContent } from "@/lib/contracts/prompts/content";
import { commitMessage, folderName, labelName, promptDescription } from "@/lib/contracts/prompts/shapes";
import { name } from "@/lib/contracts/shapes";

const { model, settings, messages, variables, tools, output_schema } = promptContent.shape;

/** In the order in which a file is written. */
export const promptFile = z.strictObject({
  name: name.meta({ description: "Name of the prompt, which decides what the file belongs to" }),
  folder: folderName.default(""),
  description: promptDescription.default(""),
  message: commitMessage.default("").meta({ description: "Why this version was made" }),
  labels: list(labelName, 103).default([]).meta({
    description: "Labels that point to this version. A push moves them only with --labels",
  }),
  model,
  settings,
  messages,
  variables,
  tools,
  output_schema,
});
export type PromptFile = z.output<typeof promptFile>;

/** For editors: draft 7 is what YAML's language server reads. */
export const promptFileSchema = () => ({
  title: "A file of a prompt",
  ...z.toJSONSchema(promptFile, { io: "input", target: "draft-7", unrepresentable: "any" }),
});
