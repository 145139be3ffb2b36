// What the operations on agents and their versions share.
import { z } from "zod";
import { id, timestamp } from "../shapes";
import { givenSecrets, settings, target } from "./configuration";
import { agentTypes, versionStatuses } from "./names";

export const tag = "Agents";
export const base = "/simulate/agent-definitions/";
export const one = `${base}{agent_id}/`;
export const params = z.object({ agent_id: id });

export const message = z.string();
const masked = z.string().meta({ description: "The first and last characters of the secret; empty if none is stored" });
const object = z.record(z.string(), z.unknown());
export const shownSecret = z
  .string()
  .optional()
  .meta({ description: "The secret that signs turns. Shown only once, when it is created" });

export const shared = {
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

export const agent = z
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

export const version = z
  .object({
    id,
    version_number: z.int(),
    version_name: z.string(),
    version_name_display: z.string(),
    status: z.enum(versionStatuses),
    status_display: z.string(),
    score: z.number().nullable().meta({ description: "Mean score of its calls, 0 to 10; null before the first" }),
    test_count: z.int().meta({ description: "Finished calls that count, without those of forks" }),
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

export const commit = z.string().max(10_000, "At most 10000 characters.");
export const optional = <T extends z.ZodRawShape>(shape: T) =>
  Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, z.optional(member)])) as {
    [Name in keyof T]: z.ZodOptional<T[Name] & z.ZodType>;
  };
const rotation = {
  rotate_webhook_secret: z
    .boolean()
    .optional()
    .meta({ description: "Creates a new signing secret. The old one stops working with the next version" }),
};
export const change = { ...optional(settings), ...optional(givenSecrets), ...rotation };

export const KEPT =
  "To keep a stored secret, send its masked value. To remove it, send an empty value. If the address changes, send the secret again.";
export const SPELLINGS = "Fields may be in camelCase or snake_case; unknown fields are ignored.";
