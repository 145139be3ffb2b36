import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, page, pageQuery } from "../shapes";
import { bothSpellings } from "../spelling";
import {
  agent,
  base,
  change,
  commit,
  KEPT,
  message,
  one,
  optional,
  params,
  SPELLINGS,
  shared,
  shownSecret,
  tag,
  version,
} from "./agent-parts";
import { givenSecrets, settings } from "./configuration";
import { agentTypes } from "./names";

const anId = "00000000-0000-4000-8000-000000000000";
const MOST_DELETED = 1000;

const listedAgent = z.object(shared).meta({ id: "ListedAgent" });

// safe: it has the names of the shape, each optional

const { agent_name, agent_type, ...further } = settings;

export const createAgentDefinition = define({
  name: "createAgentDefinition",
  method: "POST",
  path: `${base}create/`,
  tag,
  summary: "Create an agent and its first version",
  description: `Creates an agent, with version 1, which is active. A text agent has a target: a client that drives it (the default), an OpenAI-compatible endpoint or gateway model, a webhook that receives signed turns, or a model that plays it from its description. A voice agent has a provider. Secrets are stored encrypted and shown masked. URLs must be public unless the operator allows their hosts. ${SPELLINGS}`,
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
    agent_name: "Parcel desk",
    agent_type: "text",
    description: "You answer customers who ask where their parcel is.",
    target: { type: "description", model: "sandbox/echo" },
    commit_message: "Current behavior",
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

const edit = {
  path: `${one}edit/`,
  tag,
  summary: "Edit an agent without a new version",
  description: `Changes only the fields that are sent. Versions do not change, so runs are not affected until you create the next version. ${KEPT} ${SPELLINGS}`,
  envelope: "bare",
  params,
  body: bothSpellings(z.object(change)),
  response: z.object({ message, agent, webhook_secret: shownSecret }),
  example: { description: "You answer customers who ask where their parcel is." },
} as const;
export const editAgentDefinition = define({ ...edit, name: "editAgentDefinition", method: "PUT" });
export const updateAgentDefinition = define({ ...edit, name: "updateAgentDefinition", method: "PATCH" });

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
