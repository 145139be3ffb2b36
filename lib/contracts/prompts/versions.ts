import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { deleted, id, name } from "../shapes";
import { clientConfig, promptContent } from "./content";
import { MAX_PROMPT_VERSIONS } from "./names";
import { promptBase, promptTag } from "./prompts";
import { commitMessage, listedVersion, promptParams, promptVersion, versionText } from "./shapes";

const SAVED = `A prompt has at most ${MAX_PROMPT_VERSIONS} versions.`;
const example = {
  prompt_config: [
    {
      messages: [{ role: "user", content: [{ type: "text", text: "Hello {{name}}" }] }],
      configuration: { model: "sandbox/echo", temperature: 0.7 },
      placeholders: [],
    },
  ],
  variable_names: { name: ["Ada"] },
};

const created = z.object({
  id,
  name: z.string(),
  templateVersion: z.string(),
  createdVersion: z.string(),
  metadata: z.unknown(),
});

export const createPromptDraft = define({
  name: "createPromptDraft",
  method: "POST",
  path: `${promptBase}create-draft/`,
  tag: promptTag,
  summary: "Create a prompt with a draft",
  description:
    "Creates a prompt whose first version is a draft, as published clients do. An empty system message is left out. A placeholder that is only named is put before the last message of the user. A taken name is refused with `errorCode` TEMPLATE_ALREADY_EXIST.",
  body: z.object({ name, ...clientConfig }),
  response: created,
  example: { name: "greeting", ...example },
});

export const addPromptDrafts = define({
  name: "addPromptDrafts",
  method: "POST",
  path: `${promptBase}{prompt_id}/add-new-draft/`,
  tag: promptTag,
  summary: "Add drafts to a prompt",
  description: `Adds a draft for each entry, with the next numbers. ${SAVED} Repeating the request adds further drafts.`,
  params: promptParams,
  body: z.object({ new_prompts: list(z.object(clientConfig), 10).min(1, "At least one draft is required.") }),
  response: z.array(listedVersion),
  example: { new_prompts: [example] },
});

export const savePromptDraft = define({
  name: "savePromptDraft",
  method: "POST",
  path: `${promptBase}{prompt_id}/run_template/`,
  tag: promptTag,
  summary: "Save a draft",
  description:
    "Replaces the content of a draft. A committed version never changes and is refused with 409. Only `is_run: draft` is served: to run a prompt, call the gateway with it.",
  errors: ["conflict"],
  params: promptParams,
  body: z.object({
    is_run: z.literal("draft", "Only draft is served. To run a prompt, call the gateway with it."),
    is_sdk: z.boolean().optional(),
    version: versionText,
    ...clientConfig,
  }),
  response: listedVersion,
  example: { is_run: "draft", version: "v1", ...example },
});

export const commitPrompt = define({
  name: "commitPrompt",
  method: "POST",
  path: `${promptBase}{prompt_id}/commit/`,
  tag: promptTag,
  summary: "Commit a draft",
  description:
    "Makes a draft a version that never changes. With `set_default`, it is also what clients get who name neither label nor version. Committing a committed version changes nothing but the default.",
  params: promptParams,
  body: z.object({
    version_name: versionText,
    message: commitMessage.default(""),
    set_default: z.boolean().default(false),
    is_draft: z.literal(false).default(false),
    metadata: z.unknown().optional(),
  }),
  response: listedVersion,
  example: { version_name: "v1", message: "First version", set_default: true },
});

export const savePromptVersion = define({
  name: "savePromptVersion",
  method: "POST",
  path: `${promptBase}{prompt_id}/versions/`,
  tag: promptTag,
  summary: "Save a new version of a prompt",
  description: `Adds a committed version with the next number. ${SAVED} Two people who save at once make two versions.`,
  envelope: "bare",
  params: promptParams,
  body: z.strictObject({
    content: promptContent,
    message: commitMessage.default("").meta({ description: "Why this version was made" }),
  }),
  response: promptVersion,
  example: { content: { messages: [{ role: "user", content: "{{question}}" }] }, message: "Shorter" },
});

const versionParams = promptParams.extend({ version: z.string().meta({ description: "A version such as `v3`" }) });

export const getPromptVersion = define({
  name: "getPromptVersion",
  method: "GET",
  path: `${promptBase}{prompt_id}/versions/{version}/`,
  tag: promptTag,
  summary: "Get one version of a prompt",
  description: "The version with its content, whether draft or committed.",
  envelope: "bare",
  params: versionParams,
  response: promptVersion,
});

export const deletePromptVersion = define({
  name: "deletePromptVersion",
  method: "DELETE",
  path: `${promptBase}{prompt_id}/versions/{version}/`,
  tag: promptTag,
  summary: "Delete one version of a prompt",
  description:
    "Deletes a draft or a version. A version to which a label points, or that is set as default, is refused with 409: move the label first. Its number is not used again.",
  errors: ["conflict"],
  params: versionParams,
  response: deleted,
});

export const listPromptVersions = define({
  name: "listPromptVersions",
  method: "GET",
  path: "/model-hub/prompt-history-executions/",
  tag: promptTag,
  summary: "List the versions of a prompt",
  description: "All versions, newest first, with their labels.",
  envelope: "bare",
  errors: ["not_found"],
  query: z.strictObject({ template_id: id.meta({ description: "Id of the prompt" }) }),
  response: z.object({ count: z.int(), results: z.array(listedVersion) }),
  example: { template_id: "00000000-0000-4000-8000-000000000000" },
});
