import { z } from "zod";
import { define } from "../define";
import { deleted, id, timestamp } from "../shapes";
import { MAX_PROMPT_LABELS } from "./names";
import { promptTag } from "./prompts";
import { labelName, listedVersion, promptLabel, promptName, promptVersion, versionText } from "./shapes";

const base = "/model-hub/prompt-labels/";
const labelId = id.meta({ description: "Id of the label" });

export const listPromptLabels = define({
  name: "listPromptLabels",
  method: "GET",
  path: base,
  tag: promptTag,
  summary: "List the labels of prompts",
  description: "The labels production, staging and development, which every organization has, and its own by name.",
  envelope: "bare",
  response: z.object({ count: z.int(), results: z.array(promptLabel) }),
});

export const createPromptLabel = define({
  name: "createPromptLabel",
  method: "POST",
  path: base,
  tag: promptTag,
  summary: "Create a label for prompts",
  description: `Creates a label that can point to a version of every prompt. A name that exists, ignoring case, gives that label. An organization has at most ${MAX_PROMPT_LABELS} of its own.`,
  envelope: "bare",
  body: z.strictObject({ name: labelName, type: z.literal("custom").default("custom") }),
  response: promptLabel,
  example: { name: "canary" },
});

export const deletePromptLabel = define({
  name: "deletePromptLabel",
  method: "DELETE",
  path: base,
  tag: promptTag,
  summary: "Delete a label of prompts",
  description:
    "Deletes one of the organization's own labels. One that points to a version is refused with 409: remove it there first.",
  errors: ["not_found", "conflict"],
  body: z.strictObject({ label_id: labelId }),
  response: deleted,
  example: { label_id: "00000000-0000-4000-8000-000000000000" },
});

export const getPromptByLabel = define({
  name: "getPromptByLabel",
  method: "GET",
  path: `${base}get-by-name/`,
  tag: promptTag,
  summary: "Get a prompt by its name and a label or version",
  description:
    "The version to which `label` points, or the named `version`; without both the default version. Names ignore case. The answer has an ETag: a request with `If-None-Match` gets 304 without a body while nothing has changed.",
  envelope: "bare",
  errors: ["not_found"],
  query: z.strictObject({ name: promptName, label: labelName.optional(), version: versionText.optional() }),
  response: promptVersion,
  example: { name: "support-reply", label: "production" },
});

const moved = z.object({
  label: promptLabel,
  version: z.string(),
  former_version: z
    .string()
    .nullable()
    .meta({ description: "Where the label pointed before; null if it pointed nowhere" }),
  moved_at: timestamp,
});
export type MovedLabel = z.infer<typeof moved>;

export const assignPromptLabel = define({
  name: "assignPromptLabel",
  method: "POST",
  path: `${base}{prompt_id}/{label_id}/assign-label-by-id/`,
  tag: promptTag,
  summary: "Move a label to a version of a prompt",
  description:
    "Points the label to a committed version; a draft is refused. With `expected_version`, the label moves only if it points there now, else 409 says where it points: so two people cannot undo one another's move unseen. Without it the last move wins. Where the prompt has a gate for the label, it moves only after a release that passed, back to a version that it has had, or if an Owner overrules. Gateways follow within seconds.",
  envelope: "bare",
  errors: ["conflict"],
  params: z.object({ prompt_id: id.meta({ description: "Id of the prompt" }), label_id: labelId }),
  body: z.strictObject({
    version: versionText,
    expected_version: versionText.nullable().optional().meta({
      description: "Where the caller believes the label to point; null for nowhere",
    }),
    message: z.string().max(2000, "At most 2000 characters.").default(""),
    overrule: z.string().trim().min(1, "May not be blank.").max(1000).optional().meta({
      description: "Why an Owner moves the label against its gate; recorded with the change",
    }),
  }),
  response: moved,
  example: { version: "v2", expected_version: "v1" },
});

export const removePromptLabel = define({
  name: "removePromptLabel",
  method: "POST",
  path: `${base}remove/`,
  tag: promptTag,
  summary: "Remove a label from a version",
  description:
    "Removes the label if it points to this version. If it no longer does, nothing changes and `removed` is false.",
  envelope: "bare",
  errors: ["not_found"],
  body: z.strictObject({ label_id: id, version_id: id }),
  response: z.object({ removed: z.boolean() }),
  example: {
    label_id: "00000000-0000-4000-8000-00000000a001",
    version_id: "00000000-0000-4000-8000-000000000000",
  },
});

export const setDefaultPromptVersion = define({
  name: "setDefaultPromptVersion",
  method: "POST",
  path: `${base}set-default/`,
  tag: promptTag,
  summary: "Set the default version of a prompt",
  description: "Clients that name neither label nor version get this version. A draft is refused.",
  errors: ["not_found"],
  body: z.strictObject({ template_name: promptName, version: versionText }),
  response: listedVersion,
  example: { template_name: "support-reply", version: "v1" },
});

export const listTemplateLabels = define({
  name: "listTemplateLabels",
  method: "GET",
  path: `${base}template-labels/`,
  tag: promptTag,
  summary: "List versions and labels of a prompt by its name or id",
  description: "All versions, newest first, each with its labels. One of name and id is required.",
  envelope: "bare",
  errors: ["not_found"],
  query: z.strictObject({
    template_name: promptName.optional(),
    template_id: id.optional().meta({ description: "Id of the prompt" }),
  }),
  response: z.object({ id, name: z.string(), versions: z.array(listedVersion) }),
  example: { template_name: "support-reply" },
});
