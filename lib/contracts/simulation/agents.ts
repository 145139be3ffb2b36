import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, page, pageQuery, timestamp } from "../shapes";
import { callStatuses } from "./call-names";
import { anyCase } from "./call-parts";
import { callRecord } from "./calls";
import { givenSecrets, settings, target } from "./configuration";
import { evalSummary } from "./executions";
import { agentTypes, versionStatuses } from "./names";
import { bothSpellings } from "./spelling";

const tag = "Agents";
const base = "/simulate/agent-definitions/";
const one = `${base}{agent_id}/`;
const params = z.object({ agent_id: id });
const versionParams = z.object({ agent_id: id, version_id: id });
const anId = "00000000-0000-4000-8000-000000000000";
const MOST_DELETED = 1000;

const message = z.string();
const masked = z.string().meta({ description: "The first and last characters of the secret; empty if none is stored" });
const object = z.record(z.string(), z.unknown());
const shownSecret = z
  .string()
  .optional()
  .meta({ description: "The secret that signs turns. Shown only once, when it is created" });

const shared = {
  id,
  agent_name: z.string(),
  agent_type: z.enum(agentTypes),
  contact_number: z.string().nullable(),
  country_code: z.string().nullable(),
  inbound: z.boolean(),
  target_speaks_first: z.boolean().nullable(),
  description: z.string(),
  assistant_id: z.string().nullable(),
  provider: z.string().nullable(),
  language: z.string().nullable(),
  languages: z.array(z.string()),
  authentication_method: z.string().nullable(),
  websocket_url: z.string().nullable(),
  workspace: id,
  knowledge_base: id.nullable(),
  organization: id,
  observability_enabled: z.boolean(),
  observability_provider: id
    .nullable()
    .meta({ description: "The project for the traces of its calls; null while observability is off" }),
  created_at: timestamp,
  updated_at: timestamp,
  model: z.string().nullable(),
  model_details: object,
  livekit_url: z.string().nullable(),
  livekit_agent_name: z.string().nullable(),
  livekit_config_json: object.nullable(),
  livekit_max_concurrency: z.int().nullable(),
  target: target.nullable().meta({ description: "Where a text agent is reached; null for a voice agent" }),
  latest_version: z.int(),
  latest_version_id: id,
  active_version_id: id.meta({ description: "The version that runs unless a request names another" }),
  has_unversioned_changes: z.boolean().meta({ description: "Whether the agent differs from its active version" }),
};

const listedAgent = z.object(shared).meta({ id: "ListedAgent" });

const agent = z
  .object({
    ...shared,
    api_key: masked,
    webhook_secret: masked,
    livekit_api_key: masked,
    livekit_api_secret: masked,
    websocket_headers: z.record(z.string(), masked),
  })
  .meta({ id: "Agent" });

const snapshot = object.meta({
  description: "The agent's settings in this version, without empty ones and without secrets",
});

const version = z
  .object({
    id,
    version_number: z.int(),
    version_name: z.string(),
    version_name_display: z.string(),
    status: z.enum(versionStatuses),
    status_display: z.string(),
    score: z.number().nullable().meta({ description: "Mean score of its calls, 0 to 10; null before the first" }),
    test_count: z.int().meta({ description: "Finished calls that count" }),
    pass_rate: z.number().nullable().meta({ description: "Percentage of these that passed; null before the first" }),
    description: z.string(),
    commit_message: z.string(),
    release_notes: z.string().nullable(),
    agent_definition: id,
    organization: id,
    configuration_snapshot: snapshot,
    is_active: z.boolean(),
    is_latest: z.boolean(),
    created_by_name: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
    api_key: masked.optional(),
  })
  .meta({ id: "AgentVersion" });

const commit = z.string().max(10_000, "At most 10000 characters.");
const optional = <T extends z.ZodRawShape>(shape: T) =>
  Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, z.optional(member)])) as {
    [Name in keyof T]: z.ZodOptional<T[Name] & z.ZodType>;
  }; // safe because it has the names of the shape, each to be left out

const { agent_name, agent_type, ...further } = settings;
const rotation = {
  rotate_webhook_secret: z
    .boolean()
    .optional()
    .meta({ description: "Creates a new signing secret. The old one stops working with the next version" }),
};
const change = { ...optional(settings), ...optional(givenSecrets), ...rotation };

const KEPT =
  "To keep a stored secret, send its masked value. To remove it, send an empty value. If the address changes, send the secret again.";
const SPELLINGS = "Fields may be in camelCase or snake_case; unknown fields are ignored.";

export const createAgentDefinition = define({
  name: "createAgentDefinition",
  method: "POST",
  path: `${base}create/`,
  tag,
  summary: "Create an agent and its first version",
  description: `Creates an agent, with version 1, which is active. A text agent has a target: a client that drives it (the default), an OpenAI-compatible endpoint or gateway model, a webhook that receives signed turns, or a model that plays it from its description. A voice agent has a provider. Secrets are stored encrypted and shown masked. Addresses must be public unless the operator allows their hosts. ${SPELLINGS}`,
  errors: ["required"],
  envelope: "bare",
  body: bothSpellings(
    z.object({
      agent_name,
      agent_type,
      ...optional(further),
      ...optional(givenSecrets),
      commit_message: commit.trim().min(1, "May not be blank.").default("Initial version"),
    }),
  ),
  response: z.object({ message, agent, webhook_secret: shownSecret }),
  example: {
    agentName: "Parcel desk",
    agentType: "text",
    description: "You answer customers who ask where their parcel is.",
    target: { type: "description", model: "sandbox/echo" },
    commitMessage: "Current behavior",
  },
});

export const listAgentDefinitions = define({
  name: "listAgentDefinitions",
  method: "GET",
  path: base,
  tag,
  summary: "List agents, newest first",
  description: "A page of the workspace's agents, newest first, without their secrets.",
  envelope: "page",
  query: z.strictObject({
    search: z.string().max(255).optional(),
    agent_type: z.enum(agentTypes).optional().meta({ description: "Only agents of this type" }),
    agent_definition_id: id.optional().meta({ description: "Put this agent first if it exists" }),
    ...pageQuery,
  }),
  response: page(listedAgent),
  example: { search: "parcel", agent_type: "text" },
});

export const deleteAgentDefinitions = define({
  name: "deleteAgentDefinitions",
  method: "DELETE",
  path: base,
  tag,
  summary: "Delete several agents",
  description: "Deletes agents with their versions. Unknown ids are ignored. Runs keep what they pinned.",
  errors: ["required"],
  envelope: "bare",
  body: z.object({ agent_ids: list(id, MOST_DELETED).min(1, "At least one agent is required.") }),
  response: z.object({ message, agents_updated: z.int(), versions_updated: z.int() }),
  example: { agent_ids: [anId] },
});

export const getAgentDefinition = define({
  name: "getAgentDefinition",
  method: "GET",
  path: one,
  tag,
  summary: "Get an agent with its versions",
  description: "An agent, its active version, and its newest 100 versions.",
  envelope: "bare",
  params,
  response: agent.extend({ versions: z.array(version), active_version: version, version_count: z.int() }),
});

export const editAgentDefinition = define({
  name: "editAgentDefinition",
  method: "PUT",
  path: `${one}edit/`,
  tag,
  summary: "Edit an agent without a new version",
  description: `Changes only the fields that are sent. Versions do not change, so runs are not affected until you create the next version. ${KEPT} ${SPELLINGS}`,
  envelope: "bare",
  params,
  body: bothSpellings(z.object(change)),
  response: z.object({ message, agent, webhook_secret: shownSecret }),
  example: { description: "You answer customers who ask where their parcel is." },
});

export const deleteAgentDefinition = define({
  name: "deleteAgentDefinition",
  method: "DELETE",
  path: `${one}delete/`,
  tag,
  summary: "Delete an agent",
  description: "Deletes an agent with its versions. Runs keep what they pinned. Deleting it again is a 404.",
  envelope: "bare",
  params,
  response: z.object({ message }),
});

export const listAgentVersions = define({
  name: "listAgentVersions",
  method: "GET",
  path: `${one}versions/`,
  tag,
  summary: "List an agent's versions, newest first",
  description: "A page of an agent's versions, newest first.",
  envelope: "page",
  params,
  query: z.strictObject(pageQuery),
  response: page(version),
});

export const createAgentVersion = define({
  name: "createAgentVersion",
  method: "POST",
  path: `${one}versions/create/`,
  tag,
  summary: "Create a version of an agent",
  description: `Changes the fields that are sent, copies the whole agent into a version with the next number, and activates that version. The previous version is archived. ${KEPT} ${SPELLINGS}`,
  envelope: "bare",
  params,
  body: bothSpellings(z.object({ ...change, commit_message: commit.default("") })),
  response: z.object({ message, version, webhook_secret: shownSecret }),
  example: {
    description: "You answer customers, and ask for their number first.",
    commit_message: "Ask for the number",
  },
});

export const getAgentVersion = define({
  name: "getAgentVersion",
  method: "GET",
  path: `${one}versions/{version_id}/`,
  tag,
  summary: "Get a version of an agent",
  description: "A version with the agent's settings at that time.",
  envelope: "bare",
  params: versionParams,
  response: version,
});

export const activateAgentVersion = define({
  name: "activateAgentVersion",
  method: "POST",
  path: `${one}versions/{version_id}/activate/`,
  tag,
  summary: "Activate a version of an agent",
  description:
    "Runs use this version from now on, unless they name another. All other versions are archived. The agent's own fields do not change; use restore to change them too. Activating the active version changes nothing.",
  envelope: "bare",
  params: versionParams,
  response: z.object({ message, version }),
});

export const deleteAgentVersion = define({
  name: "deleteAgentVersion",
  method: "DELETE",
  path: `${one}versions/{version_id}/delete/`,
  tag,
  summary: "Delete a version of an agent",
  description:
    "Deletes a version that is not active. Its number is not reused. The active version cannot be deleted, so an agent always has one. Runs keep what they pinned.",
  envelope: "bare",
  params: versionParams,
  response: z.object({ message }),
});

export const restoreAgentVersion = define({
  name: "restoreAgentVersion",
  method: "POST",
  path: `${one}versions/{version_id}/restore/`,
  tag,
  summary: "Restore an agent to a version",
  description: "Copies a version's settings, including its secrets, back to the agent, and activates the version.",
  envelope: "bare",
  params: versionParams,
  response: z.object({ message, agent, version }),
});

export const listVersionCalls = define({
  name: "listVersionCalls",
  method: "GET",
  path: `${one}versions/{version_id}/call-executions/`,
  tag,
  summary: "List the calls of an agent version, newest first",
  description: "A page of a version's calls across all run tests, without transcripts.",
  envelope: "page",
  params: versionParams,
  query: z.strictObject({
    ...pageQuery,
    search: z.string().max(255).optional().meta({ description: "Part of the row's text, case-insensitive" }),
    status: anyCase(callStatuses).optional(),
  }),
  response: page(callRecord),
  example: { status: "failed" },
});

export const getVersionEvalSummary = define({
  name: "getVersionEvalSummary",
  method: "GET",
  path: `${one}versions/{version_id}/eval-summary/`,
  tag,
  summary: "Summarize the evaluation results of an agent version",
  description:
    "Evaluation results of the version's newest 20 executions across all run tests: pass rates, score percentiles or label shares, each with the number of calls that were scored, unscored or in error.",
  params: versionParams,
  response: z.array(evalSummary),
});

const comparison = z.object({
  field: z.string().meta({ description: "Path of a field, with dots between names" }),
  kind: z.enum(["added", "removed", "changed"]),
  from: z.unknown().meta({ description: "Null if there was no value; secrets are masked" }),
  to: z.unknown(),
});
const compared = z.object({ id, version_number: z.int(), version_name: z.string(), created_at: timestamp });

export const compareAgentVersions = define({
  name: "compareAgentVersions",
  method: "GET",
  path: `${one}versions/{version_id}/compare/`,
  tag,
  summary: "Compare two versions of an agent",
  description:
    "The fields that differ from another version of the agent, by default the previous one. Without an earlier version, every field is new. For secrets, only the fact that they differ.",
  envelope: "bare",
  errors: ["not_found"],
  params: versionParams,
  query: z.strictObject({ compare_to: id.optional().meta({ description: "Id of the other version" }) }),
  response: z.object({ from: compared.nullable(), to: compared, changes: z.array(comparison) }),
});
