import { z } from "zod";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { templateDefinition } from "./shapes/definition";
import { settings, settingsSnapshot } from "./shapes/template-settings";

const tag = "Evaluation templates";
const base = "/model-hub/eval-templates/";
const params = z.object({ id: id.meta({ description: "Id of the template" }) });

const versionParams = z.object({
  id: id.meta({ description: "Id of the template" }),
  version_id: id.meta({ description: "Id of the version" }),
});

const version = z.object({
  id,
  version: z.string(),
  version_number: z.int(),
  is_default: z.boolean(),
  message: z.string(),
  fingerprint: z.string(),
  criteria: z.string().nullable().meta({ description: "The instructions; null for none" }),
  model: z.string().nullable(),
  config_snapshot: templateDefinition,
  created_by_name: z.string(),
  created_at: timestamp,
});

export const listEvalTemplateVersions = define({
  name: "listEvalTemplateVersions",
  method: "GET",
  path: `${base}{id}/versions/`,
  tag,
  summary: "List a template's versions, newest first",
  description: "Up to the hundred newest versions of a template, which never change.",
  params,
  response: z.object({ template_id: id, versions: z.array(version), total: z.int() }),
});

export const createEvalTemplateVersion = define({
  name: "createEvalTemplateVersion",
  method: "POST",
  path: `${base}{id}/versions/create/`,
  tag,
  summary: "Create a version of a template",
  description:
    "Adds a version with the given fields, the others as in the current one, and makes it the current one. Fields of the body take precedence over those of config_snapshot.",
  params,
  body: z.object({
    message: z.string().max(1000).default(""),
    criteria: settings.shape.instructions.meta({
      description: "Another name for instructions, which takes precedence",
    }),
    config_snapshot: settingsSnapshot.optional().meta({
      description: "Settings of a version, as a list of versions shows them",
    }),
    ...settings.shape,
  }),
  response: version,
  example: { message: "Stricter", pass_threshold: 0.7 },
});

export const setDefaultEvalTemplateVersion = define({
  name: "setDefaultEvalTemplateVersion",
  method: "PUT",
  path: `${base}{id}/versions/{version_id}/set-default/`,
  tag,
  summary: "Make a version the current one",
  description: "New runs use this version unless they name another. Repeating the request changes nothing.",
  params: versionParams,
  response: version,
});

export const restoreEvalTemplateVersion = define({
  name: "restoreEvalTemplateVersion",
  method: "POST",
  path: `${base}{id}/versions/{version_id}/restore/`,
  tag,
  summary: "Restore a version",
  description: "Adds a version that is a copy of an older one, and makes it the current one.",
  params: versionParams,
  response: version.extend({ restored_from: z.int().meta({ description: "Number of the older version" }) }),
});
