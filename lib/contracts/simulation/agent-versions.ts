// Versions of an agent under test.
import { z } from "zod";
import { define } from "../define";
import { id, page, pageQuery, timestamp } from "../shapes";
import { bothSpellings } from "../spelling";
import { agent, change, commit, KEPT, message, one, params, SPELLINGS, shownSecret, tag, version } from "./agent-parts";
import { callStatuses } from "./call-names";
import { anyCase } from "./call-parts";
import { callRecord } from "./runs/call-record";
import { evalSummary } from "./runs/executions";

const versionParams = z.object({
  agent_id: id,
  version_id: id.meta({ description: "The version's id, of this agent" }),
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
  query: z.strictObject({
    ...pageQuery,
    search: z.string().max(255).optional().meta({
      description: "Part of the version's name with its commit message, such as `v12` or `v12: Ask`, ignoring case",
    }),
  }),
  response: page(version),
  example: { search: "refund" },
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
    "Evaluation results of the version's newest 20 executions across all run tests, forks left out: pass rates, score percentiles or label shares, each with the number of calls that were scored, unscored or in error.",
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
