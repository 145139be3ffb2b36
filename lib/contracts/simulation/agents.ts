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
const masked = z.string().meta({ description: "Its beginning and its end; empty where there is none" });
const object = z.record(z.string(), z.unknown());
const shownSecret = z
  .string()
  .optional()
  .meta({ description: "The secret under which turns are signed, shown when it is made and never again" });

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
    .meta({ description: "The project in which traces of its calls belong; null while it is not observed" }),
  created_at: timestamp,
  updated_at: timestamp,
  model: z.string().nullable(),
  model_details: object,
  livekit_url: z.string().nullable(),
  livekit_agent_name: z.string().nullable(),
  livekit_config_json: object.nullable(),
  livekit_max_concurrency: z.int().nullable(),
  target: target.nullable().meta({ description: "Where a text agent is reached; null of a voice agent" }),
  latest_version: z.int(),
  latest_version_id: id,
  active_version_id: id.meta({ description: "What runs unless another version is asked for" }),
  has_unversioned_changes: z.boolean().meta({ description: "Whether it differs from its active version" }),
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
  description: "What the agent was, without what it had not got, and never with its secrets",
});

const version = z
  .object({
    id,
    version_number: z.int(),
    version_name: z.string(),
    version_name_display: z.string(),
    status: z.enum(versionStatuses),
    status_display: z.string(),
    score: z.number().nullable().meta({ description: "0 to 10: the mean of its calls' scores; null before any" }),
    test_count: z.int().meta({ description: "Calls that have ended and count" }),
    pass_rate: z.number().nullable().meta({ description: "Percent of these that passed; null before any" }),
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
    .meta({ description: "Makes another signing secret; the one before is void in the next version" }),
};
const change = { ...optional(settings), ...optional(givenSecrets), ...rotation };

const KEPT =
  "A secret that is sent as an answer has masked it keeps the stored one, an empty one takes it away; to be sent to another address it has to be given again.";
const SPELLINGS = "Members are taken in camelCase and in snake_case; unknown ones are ignored.";

export const createAgentDefinition = define({
  name: "createAgentDefinition",
  method: "POST",
  path: `${base}create/`,
  tag,
  summary: "Create an agent and its first version",
  description: `Creates an agent, with version 1, which is active. A text agent has a target: a client that speaks for it (unless told), an OpenAI-compatible endpoint or a model of the gateway, a webhook whose turns are signed, or a model that plays it from its description. A voice agent has a provider. Secrets are stored encrypted, and shown masked. Addresses have to be public ones, unless the operator allows their hosts. ${SPELLINGS}`,
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
    commitMessage: "As it answers today",
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
    agent_definition_id: id.optional().meta({ description: "The agent that comes first, as long as it is found" }),
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
  description: "Deletes agents with their versions. Ids of none are passed over; runs keep what they have pinned.",
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
  description: "An agent, the version of it that is active, and its newest 100 versions.",
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
  description: `Changes the given members and leaves the others. Versions stay as they are, so runs notice nothing until the next version is created. ${KEPT} ${SPELLINGS}`,
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
  description: "Deletes an agent with its versions. Runs keep what they have pinned. 404 when it is sent again.",
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
  description: `Writes the given members to the agent, copies the whole of it into a version with the next number, and makes that the active one; the one before is archived. What is not given stays as it is. ${KEPT} ${SPELLINGS}`,
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
  description: "A version with what the agent was in it.",
  envelope: "bare",
  params: versionParams,
  response: version,
});

export const activateAgentVersion = define({
  name: "activateAgentVersion",
  method: "POST",
  path: `${one}versions/{version_id}/activate/`,
  tag,
  summary: "Make a version the active one",
  description:
    "From now on runs take this version unless they name another; all others are archived. The agent's own members stay as they are: restore takes these back as well. To activate the active one changes nothing.",
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
    "Deletes a version that is not active; its number is not given again. The active one is refused, so that an agent always has one. Runs keep what they have pinned.",
  envelope: "bare",
  params: versionParams,
  response: z.object({ message }),
});

export const restoreAgentVersion = define({
  name: "restoreAgentVersion",
  method: "POST",
  path: `${one}versions/{version_id}/restore/`,
  tag,
  summary: "Take an agent back to a version",
  description:
    "Copies what the agent was in a version, its secrets included, back to the agent, and makes the version the active one.",
  envelope: "bare",
  params: versionParams,
  response: z.object({ message, agent, version }),
});

export const listVersionCalls = define({
  name: "listVersionCalls",
  method: "GET",
  path: `${one}versions/{version_id}/call-executions/`,
  tag,
  summary: "List the calls of a version of an agent, newest first",
  description: "A page of the calls in which a version was tried, of all run tests, without their transcripts.",
  envelope: "page",
  params: versionParams,
  query: z.strictObject({
    ...pageQuery,
    search: z.string().max(255).optional().meta({ description: "Part of what a row says, in any case" }),
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
  summary: "Summarize what evaluations say of a version of an agent",
  description:
    "What evaluations say of the version's newest 20 executions, of all run tests: rates of passes, percentiles of scores or shares of labels, always with how many calls were scored, unscored and in error.",
  params: versionParams,
  response: z.array(evalSummary),
});

const comparison = z.object({
  field: z.string().meta({ description: "Path of a member, its names joined by dots" }),
  kind: z.enum(["added", "removed", "changed"]),
  from: z.unknown().meta({ description: "Null where there was none; secrets are masked" }),
  to: z.unknown(),
});
const compared = z.object({ id, version_number: z.int(), version_name: z.string(), created_at: timestamp });

export const compareAgentVersions = define({
  name: "compareAgentVersions",
  method: "GET",
  path: `${one}versions/{version_id}/compare/`,
  tag,
  summary: "Compare a version of an agent with another",
  description:
    "Which members differ from another version of the agent, the one before unless it is named, and how; against none, every member is new. Of secrets only that they differ.",
  envelope: "bare",
  errors: ["not_found"],
  params: versionParams,
  query: z.strictObject({ compare_to: id.optional().meta({ description: "Id of the other version" }) }),
  response: z.object({ from: compared.nullable(), to: compared, changes: z.array(comparison) }),
});
