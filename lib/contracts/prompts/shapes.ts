// What answers say of prompts: in the members of published clients, and in our own.
import { z } from "zod";
import { documentedAs } from "../documented";
import { id, json, name, timestamp } from "../shapes";
import { promptContent } from "./content";
import { promptLabelTypes } from "./names";

export const promptParams = z.object({ prompt_id: id.meta({ description: "Id of the prompt" }) });
export const versionText = z
  .string()
  .max(10)
  .refine((version) => /^v?[1-9]\d{0,5}$/i.test(version), "Must be a version such as v3.")
  .meta({ description: "A version such as `v3`" });
export const commitMessage = z.string().max(2000, "At most 2000 characters.");
export const promptName = name.meta({ description: "Name of the prompt, ignoring case" });
export const folderName = z.string().trim().max(255, "At most 255 characters.");
export const promptDescription = z.string().max(10_000, "At most 10000 characters.");
export const labelName = z
  .string()
  .trim()
  .min(1, "May not be blank.")
  .max(100, "At most 100 characters.")
  .meta({ description: "Name of a label, ignoring case" });

export const promptLabel = z
  .object({ id, name: z.string(), type: z.enum(promptLabelTypes) })
  .meta({ id: "PromptLabel" });
export type PromptLabel = z.infer<typeof promptLabel>;

const author = z.object({ id, name: z.string() }).nullable();

/** One version of a prompt. Published clients read the flat members, so it has no envelope. */
const shownVersion = z.object({
  id: id.meta({ description: "Id of the prompt" }),
  name: z.string(),
  folder: z.string(),
  description: z.string(),
  version: z.string(),
  version_id: id,
  is_default: z.boolean(),
  status: z.enum(["draft", "committed"]),
  is_draft: z.boolean(),
  commit_message: z.string(),
  created_by: author,
  created_at: timestamp,
  committed_at: timestamp.nullable(),
  labels: z.array(promptLabel),
  content: promptContent.meta({ description: "The version in full" }),
  kept_braces: z.array(z.string()).meta({
    description: "What looks like a variable in its messages and is none, such as {{first-name}}: it is sent as it is",
  }),
  messages: z.array(json),
  model_configuration: z.record(z.string(), json),
  placeholders: z.record(z.string(), z.array(json)),
  variable_names: z.record(z.string(), z.array(z.string())),
  prompt_config: z.array(json).meta({ description: "The version as published clients read it" }),
  evaluation_configs: z.array(json),
  metadata: json,
});

/** Published clients read some members in camelCase. */
export const promptVersion = documentedAs(
  shownVersion.extend({
    isDefault: shownVersion.shape.is_default,
    variableNames: shownVersion.shape.variable_names,
    promptConfig: shownVersion.shape.prompt_config,
    evaluationConfigs: shownVersion.shape.evaluation_configs,
  }),
  shownVersion,
).meta({ id: "PromptVersion" });
export type PromptVersion = z.infer<typeof promptVersion>;

const shownListed = z.object({
  id: id.meta({ description: "Id of the version" }),
  template_id: id,
  templateVersion: z.string(),
  version: z.string(),
  is_draft: z.boolean(),
  is_default: z.boolean(),
  commit_message: z.string(),
  labels: z.array(promptLabel),
  created_by: author,
  created_at: timestamp,
});

/** A version in a list of its prompt's versions. */
export const listedVersion = documentedAs(
  shownListed.extend({ isDraft: shownListed.shape.is_draft, createdAt: shownListed.shape.created_at }),
  shownListed,
).meta({ id: "ListedPromptVersion" });
export type ListedVersion = z.infer<typeof listedVersion>;
