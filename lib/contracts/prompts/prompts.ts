import { z } from "zod";
import { define } from "../define";
import { deleted, id, name, page, pageQuery, timestamp } from "../shapes";
import { promptContent } from "./content";
import { MAX_PROMPTS, promptChangeKinds } from "./names";
import {
  commitMessage,
  folderName,
  promptDescription,
  promptLabel,
  promptName,
  promptParams,
  promptVersion,
} from "./shapes";

export const promptTag = "Prompts";
export const promptBase = "/model-hub/prompt-templates/";

const listedPrompt = z
  .object({
    id,
    name: z.string(),
    folder: z.string(),
    description: z.string(),
    versions: z.int().meta({ description: "Number of versions, drafts included" }),
    latest_version: z.string().nullable(),
    model: z.string().nullable().meta({ description: "Of the latest version; null for none" }),
    labels: z.array(promptLabel.extend({ version: z.string() })),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Prompt" });
export type ListedPrompt = z.infer<typeof listedPrompt>;

export const listPrompts = define({
  name: "listPrompts",
  method: "GET",
  path: promptBase,
  tag: promptTag,
  summary: "List prompts",
  description:
    "A page of the organization's prompts by name, with their labels. A prompt whose name is exactly `search` comes first. `folders` lists the names of all folders.",
  envelope: "page",
  query: z.strictObject({
    search: z.string().max(255).optional().meta({ description: "Part of the name, ignoring case" }),
    folder: z.string().max(255).optional().meta({ description: "Only prompts of this folder" }),
    label: z.string().max(100).optional().meta({ description: "Only prompts with this label" }),
    ...pageQuery,
  }),
  response: page(listedPrompt).extend({ folders: z.array(z.string()) }),
  example: { search: "support" },
});

export const createPrompt = define({
  name: "createPrompt",
  method: "POST",
  path: promptBase,
  tag: promptTag,
  summary: "Create a prompt",
  description: `Creates a prompt with a committed first version. Names are unique in the organization, ignoring case: a taken name is refused with \`errorCode\` TEMPLATE_ALREADY_EXIST. An organization has at most ${MAX_PROMPTS} prompts.`,
  body: z.strictObject({
    name,
    folder: folderName.default(""),
    description: promptDescription.default(""),
    content: promptContent,
    message: commitMessage.default("").meta({ description: "Why this version was made" }),
  }),
  response: promptVersion,
  example: {
    name: "support-reply",
    folder: "Support",
    message: "First version",
    content: {
      model: "sandbox/echo",
      messages: [
        { role: "system", content: "Answer in one sentence." },
        { role: "user", content: "{{question}}" },
      ],
    },
  },
});

export const getPromptByDefault = define({
  name: "getPromptByDefault",
  method: "GET",
  path: `${promptBase}get-template-by-name/`,
  tag: promptTag,
  summary: "Get a prompt's default version by its name",
  description:
    "The version that is set as default, else the newest committed one, else the newest draft. Names ignore case.",
  envelope: "bare",
  errors: ["not_found"],
  query: z.strictObject({ name: promptName }),
  response: promptVersion,
  example: { name: "support-reply" },
});

export const getPrompt = define({
  name: "getPrompt",
  method: "GET",
  path: `${promptBase}{prompt_id}/`,
  tag: promptTag,
  summary: "Get a prompt's default version by its id",
  description: "The version that is set as default, else the newest committed one, else the newest draft.",
  envelope: "bare",
  params: promptParams,
  response: promptVersion,
});

export const updatePrompt = define({
  name: "updatePrompt",
  method: "PATCH",
  path: `${promptBase}{prompt_id}/`,
  tag: promptTag,
  summary: "Rename, move or describe a prompt",
  description:
    "Changes the fields that are sent. Callers that use the former name get 404 at once, so change them first. A folder exists as long as a prompt names it.",
  params: promptParams,
  body: z.strictObject({
    name: name.optional(),
    folder: folderName.optional(),
    description: promptDescription.optional(),
  }),
  response: promptVersion,
  envelope: "bare",
  example: { folder: "Support" },
});

export const deletePrompt = define({
  name: "deletePrompt",
  method: "DELETE",
  path: `${promptBase}{prompt_id}/`,
  tag: promptTag,
  summary: "Delete a prompt with its versions",
  description:
    "Deletes a prompt, even if labels point to its versions: the gateway and clients no longer find it. Repeating the request gives 404. The name is free again.",
  params: promptParams,
  response: deleted,
});

const promptChange = z
  .object({
    id,
    kind: z.enum(promptChangeKinds),
    version: z.string().nullable(),
    former_version: z.string().nullable().meta({ description: "Where a label pointed before; null for others" }),
    label: z.string().nullable(),
    message: z.string(),
    changed_by: z.object({ id, name: z.string() }).nullable(),
    changed_at: timestamp,
  })
  .meta({ id: "PromptChange" });
export type PromptChange = z.infer<typeof promptChange>;

export const listPromptChanges = define({
  name: "listPromptChanges",
  method: "GET",
  path: `${promptBase}{prompt_id}/changes/`,
  tag: promptTag,
  summary: "List who changed what of a prompt",
  description: "Versions, labels and names, newest first. Saving a draft again is not listed.",
  envelope: "page",
  params: promptParams,
  query: z.strictObject(pageQuery),
  response: page(promptChange),
});
