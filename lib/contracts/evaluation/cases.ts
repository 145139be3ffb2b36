// Test cases of a template: inputs with the expected result.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { givenObject, id, timestamp } from "../shapes";
import { outcomes } from "./names";
import { mapping, modelName } from "./playground";
import { MAX_CASES } from "./sdk/evaluations";

const tag = "Evaluation templates";
const base = "/model-hub/eval-templates/{id}/";
const params = z.object({ id: id.meta({ description: "Id of the template" }) });

/** The most characters of a case's inputs or parameters. It is small, because a list shows all cases at once. */
const MAX_KEPT = 100_000;
const TOO_LONG = `At most ${MAX_KEPT} characters of JSON can be kept.`;

/** The expected result of a case. */
export const expectedVerdict = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("passes") }),
    z.strictObject({ kind: z.literal("fails") }),
    z
      .strictObject({ kind: z.literal("score"), from: z.number(), to: z.number() })
      .refine(({ from, to }) => from <= to, { path: ["to"], error: "May not be below from." }),
    z.strictObject({
      kind: z.literal("labels"),
      labels: list(z.string().trim().min(1, "May not be blank.").max(1000), 100).min(
        1,
        "At least one label is required.",
      ),
    }),
    z.strictObject({ kind: z.literal("unscored") }),
  ])
  .meta({
    description:
      "passes or fails by the template's threshold, a score within two bounds, exactly these labels in any order and case, or no score",
  });
export type ExpectedVerdict = z.infer<typeof expectedVerdict>;

const caseRun = z.object({
  met: z.boolean().meta({ description: "Whether the result matched the expectation; an error never does" }),
  outcome: z.enum(outcomes),
  output: z.unknown(),
  reason: z.string(),
  version_number: z.int(),
  model: z.string().nullable(),
  fingerprint: z.string().nullable(),
  log_id: id.nullable(),
  ran_at: timestamp,
});
/** In the form in which the case is stored. */
export type CaseRun = z.infer<typeof caseRun>;

const evalCase = z
  .object({
    id,
    mapping: z.record(z.string(), z.unknown()),
    params: z.record(z.string(), z.unknown()),
    expected: expectedVerdict,
    last_run: caseRun.nullable().meta({ description: "null until it has run" }),
    created_at: timestamp,
  })
  .meta({ id: "EvaluationCase" });

export const listEvalCases = define({
  name: "listEvalCases",
  method: "GET",
  path: `${base}cases/`,
  tag,
  summary: "List a template's test cases",
  description: "The organization's test cases of a template, oldest first, each with the result of its last run.",
  params,
  response: z.object({ cases: list(evalCase, MAX_CASES) }),
});

export const keepEvalCase = define({
  name: "keepEvalCase",
  method: "POST",
  path: `${base}cases/`,
  tag,
  summary: "Save inputs as a test case of a template",
  description: `Saves inputs and parameters with the expected verdict. The same inputs and parameters are the same case: its expected verdict is replaced. An organization can have at most ${MAX_CASES} cases per template.`,
  errors: ["invalid"],
  params,
  body: z.strictObject({
    mapping: mapping.refine((inputs) => JSON.stringify(inputs).length <= MAX_KEPT, TOO_LONG),
    params: givenObject.default({}).refine((params) => JSON.stringify(params).length <= MAX_KEPT, TOO_LONG),
    expected: expectedVerdict,
  }),
  response: evalCase,
  example: { mapping: { input: "Where is my parcel?", output: "At the depot." }, expected: { kind: "passes" } },
});

export const deleteEvalCase = define({
  name: "deleteEvalCase",
  method: "DELETE",
  path: `${base}cases/{case_id}/`,
  tag,
  summary: "Delete a test case",
  description: "Deletes the case; logs of its runs stay.",
  params: params.extend({ case_id: id.meta({ description: "Id of the test case" }) }),
  response: z.object({ deleted: z.literal(true) }),
});

export const runEvalCases = define({
  name: "runEvalCases",
  method: "POST",
  path: `${base}run-cases/`,
  tag,
  summary: "Run a template's test cases",
  description:
    "Runs all cases, or the given ones, waits for them, and reports whether each matched its expectation. A failed case is an error among the other results. Each run writes a log; each case keeps its last result.",
  errors: ["invalid"],
  params,
  body: z.strictObject({
    case_ids: list(id, MAX_CASES).optional().meta({ description: "Only these cases (default: all)" }),
    version_number: z.int().min(1).max(2_147_483_647).optional().meta({
      description: "The version to run (default: the current one)",
    }),
    model: modelName.nullish().meta({ description: "The judge to use instead of the template's" }),
  }),
  response: z.object({
    met: z.int(),
    not_met: z.int().meta({ description: "Cases that did not match, including errors" }),
    error: z.int(),
    cases: list(evalCase, MAX_CASES),
  }),
  example: { model: "sandbox/judge" },
});
