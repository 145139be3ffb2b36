// Labels that move on evidence: a gate says what it takes, a release runs both versions.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { checkExperiment, experimentVerdicts, gateRows } from "../evaluation/experiments/gate";
import { evalRunStatuses } from "../evaluation/names";
import { MAX_RUN_EVALUATIONS } from "../evaluation/runs";
import { deleted, id, page, pageQuery, timestamp } from "../shapes";
import { promptTag } from "./prompts";
import { promptLabel, versionText } from "./shapes";

const base = "/model-hub/prompt-templates/{prompt_id}/";
const promptParams = z.object({ prompt_id: id.meta({ description: "Id of the prompt" }) });
const labelParams = promptParams.extend({ label_id: id.meta({ description: "Id of the label" }) });

const gateSettings = {
  dataset_version_id: id.meta({ description: "The version of a dataset whose rows both versions answer" }),
  output_column_id: id.meta({ description: "The column of the dataset that the answers stand for" }),
  user_eval_ids: list(id, MAX_RUN_EVALUATIONS).min(1, "At least one evaluation is required."),
  margin: z.number().positive().max(1000).default(0.05).meta({ description: "The smallest loss that matters" }),
  power: z.number().min(0.5).max(0.999).default(0.95).meta({
    description: "The chance that a version without any loss passes",
  }),
  allow_uncalibrated: z.boolean().default(false).meta({
    description: "Whether to trust judges that were not compared with annotations",
  }),
};

const gate = z
  .object({
    label: promptLabel,
    dataset_id: id,
    ...gateSettings,
    dataset_name: z.string(),
    version: z.object({ number: z.int(), name: z.string(), rows: z.int() }).meta({ description: "Of the dataset" }),
    evaluations: z.array(z.object({ id, name: z.string() })),
    needed_rows: gateRows,
    updated_at: timestamp,
  })
  .meta({ id: "PromptGate" });
export type PromptGate = z.infer<typeof gate>;

export const setPromptGate = define({
  name: "setPromptGate",
  method: "PUT",
  path: `${base}gates/{label_id}/`,
  tag: promptTag,
  summary: "Let a label of a prompt move on evidence only",
  description:
    "From now on the label moves to another version only after a release has shown that it is not worse. It still moves back to a version that it has had, and an Owner may overrule. Repeating the request changes nothing.",
  errors: ["not_found"],
  params: labelParams,
  body: z.strictObject(gateSettings),
  response: gate,
  example: {
    dataset_version_id: "00000000-0000-4000-8000-000000000000",
    output_column_id: "00000000-0000-4000-8000-000000000001",
    user_eval_ids: ["00000000-0000-4000-8000-000000000002"],
  },
});

export const listPromptGates = define({
  name: "listPromptGates",
  method: "GET",
  path: `${base}gates/`,
  tag: promptTag,
  summary: "List the gates of a prompt",
  description: "The labels of the prompt that move on evidence only, with what it takes.",
  params: promptParams,
  response: z.object({ gates: z.array(gate) }),
});

export const deletePromptGate = define({
  name: "deletePromptGate",
  method: "DELETE",
  path: `${base}gates/{label_id}/`,
  tag: promptTag,
  summary: "Let a label of a prompt move freely",
  description: "Removes the gate. Releases stay.",
  params: labelParams,
  response: deleted,
});

const progress = z
  .object({ total: z.int(), open: z.int().meta({ description: "Answers and evaluations that have not ended" }) })
  .nullable()
  .meta({ description: "Null if the experiment was deleted" });

const release = z
  .object({
    id,
    label: promptLabel,
    former_version: z.string(),
    version: z.string(),
    baseline_id: id.meta({ description: "The experiment of the former version" }),
    candidate_id: id.meta({ description: "The experiment of the version" }),
    baseline_status: z.enum(evalRunStatuses),
    candidate_status: z.enum(evalRunStatuses),
    baseline_progress: progress,
    candidate_progress: progress,
    created_at: timestamp,
  })
  .meta({ id: "PromptRelease" });
export type PromptRelease = z.infer<typeof release>;

const judgedRelease = release.extend({ verdict: z.enum(experimentVerdicts), check: checkExperiment.response });
export type JudgedRelease = z.infer<typeof judgedRelease>;

export const startPromptRelease = define({
  name: "startPromptRelease",
  method: "POST",
  path: `${base}releases/`,
  tag: promptTag,
  summary: "Compare a version with the one that a label points to",
  description:
    "Starts two experiments over the rows of the gate: one for the version that the label points to, or pointed to last, one for the named version. Each has the ceiling. A version whose messages are not texts, or that has no model, cannot be compared.",
  errors: ["not_found", "conflict"],
  params: promptParams,
  body: z.strictObject({
    label_id: id,
    version: versionText,
    ceiling_micros: z.int().min(0).max(1_000_000_000_000).nullish().meta({
      description: "Ceiling of each experiment's cost, in micro-dollars (default: none)",
    }),
  }),
  response: release,
  example: { label_id: "00000000-0000-4000-8000-00000000a001", version: "v2" },
});

export const listPromptReleases = define({
  name: "listPromptReleases",
  method: "GET",
  path: `${base}releases/`,
  tag: promptTag,
  summary: "List the releases of a prompt, newest first",
  description: "A page of the releases, each with its two experiments.",
  envelope: "page",
  params: promptParams,
  query: z.strictObject(pageQuery),
  response: page(release),
  example: { page: 1 },
});

export const getPromptRelease = define({
  name: "getPromptRelease",
  method: "GET",
  path: `${base}releases/{release_id}/`,
  tag: promptTag,
  summary: "Get a release with its verdict",
  description:
    "The release, and whether the label may move: the verdict of the gate with what is missing, such as more rows or a calibrated judge.",
  params: promptParams.extend({ release_id: id.meta({ description: "Id of the release" }) }),
  response: judgedRelease,
});

export const checkPromptMove = define({
  name: "checkPromptMove",
  method: "GET",
  path: `${base}moves/{label_id}/`,
  tag: promptTag,
  summary: "Check what a move of a label takes",
  description:
    "Where the label points now, its gate, and the newest release that compares that version with the named one, with its verdict. For a label that was removed, it is the version that it pointed to last. `needs_evidence` is false if the label may move at once: without a gate, for the first time, or back to a version that it has had. Changes nothing.",
  errors: ["not_found"],
  params: labelParams,
  query: z.strictObject({ version: versionText }),
  response: z.object({
    former_version: z.string().nullable().meta({
      description: "Where the label points, or pointed last; null if it points nowhere and has no earlier version",
    }),
    needs_evidence: z.boolean(),
    gate: gate.nullable(),
    release: judgedRelease.nullable().meta({ description: "Null if none is needed, or none was started" }),
  }),
  example: { version: "v2" },
});
