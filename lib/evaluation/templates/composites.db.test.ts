import { beforeAll, describe, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import * as contracts from "@/lib/contracts/evaluation/templates/composites";
import { getEvalLog } from "../logs/logs";
import { runCompositeTemplate } from "../playground/run-composite";
import { createTestTemplate } from "../testing";
import { createCompositeTemplate, getCompositeTemplate, updateCompositeTemplate } from "./composites";
import { idOfName } from "./fingerprint";
import { deleteEvalTemplates } from "./templates";

const database = suiteDatabase();
let context: Context;
let other: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
  other = await createCaller(database.db, await createOrganization(database.db));
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
const oneLine = idOfName("one_line");
const isUrl = idOfName("is_url");
const create = (input: object = {}) =>
  createCompositeTemplate(
    context,
    contracts.createCompositeTemplate.body.parse({
      name: `own-${crypto.randomUUID()}`,
      child_template_ids: [oneLine, isUrl],
      ...input,
    }),
  );
const run = (id: string, text: string) => runCompositeTemplate(context, { id, mapping: { text } });

test("a composite has its parts in order, with the requested weights, and 1 for the others", async () => {
  const made = await create({ child_weights: { [isUrl.toUpperCase()]: 3 }, tags: ["x"], description: "Both" });
  expect(made).toMatchObject({ aggregation_enabled: true, aggregation_function: "weighted_avg", tags: ["x"] });
  expect(made.children).toMatchObject([
    { child_id: oneLine, child_name: "one_line", order: 0, weight: 1, eval_type: "code", required_keys: ["text"] },
    { child_id: isUrl, child_name: "is_url", order: 1, weight: 3, pinned_version_id: null },
  ]);
  expect(await getCompositeTemplate(context, { id: made.id })).toEqual(made);
});

const NOWHERE = crypto.randomUUID();

describe("an invalid composite names the field", () => {
  test.each<[what: string, change: object, field: string, message?: string]>([
    ["no such part", { child_template_ids: [NOWHERE] }, "child_template_ids", `There is no template ${NOWHERE}.`],
    ["a weight of no part", { child_weights: { [idOfName("is_email")]: 1 } }, `child_weights.${idOfName("is_email")}`],
    ["no weight at all", { child_weights: { [oneLine]: 0, [isUrl]: 0 } }, "child_template_ids"],
    ["a part off the axis", { composite_child_axis: "percentage" }, "child_template_ids"],
    ["a name that is taken", { name: "toxicity" }, "name", 'A template named "toxicity" already exists.'],
  ])("%s", async (_, change, field, message = expect.any(String)) => {
    expect(await refusal(create(change))).toMatchObject({
      kind: "invalid",
      detail: { fields: { [field]: [message] } },
    });
  });
});

test("the axis also limits later parts, until it is removed", async () => {
  const { id, composite_child_axis: axis } = await create({ composite_child_axis: "code" });
  expect(axis).toBe("code");
  const judged = await createTestTemplate(context);
  const added = { id, child_template_ids: [oneLine, judged] };
  expect(await refusal(updateCompositeTemplate(context, added))).toMatchObject({ kind: "invalid" });
  const lifted = await updateCompositeTemplate(context, { ...added, composite_child_axis: "" });
  expect(lifted).toMatchObject({ composite_child_axis: "", children: [{ child_id: oneLine }, { child_id: judged }] });
});

type Change = Omit<Parameters<typeof updateCompositeTemplate>[1], "id">;
test.each<[string, object, Change, object]>([
  ["its function", {}, { aggregation_function: "min" }, { aggregation_enabled: true, aggregation_function: "min" }],
  ["no function", {}, { aggregation_enabled: false }, { aggregation_enabled: false, aggregation_function: null }],
  [
    "a function while off",
    { aggregation_enabled: false },
    { aggregation_function: "min" },
    { aggregation_function: null },
  ],
  ["on again", { aggregation_enabled: false }, { aggregation_enabled: true }, { aggregation_function: "weighted_avg" }],
  ["weights alone", {}, { child_weights: { [isUrl]: 2 } }, { children: [{ weight: 1 }, { weight: 2 }] }],
])("a change of %s", async (_, before, change, expected) => {
  const { id } = await create(before);
  expect(await updateCompositeTemplate(context, { id, ...change })).toMatchObject(expected);
});

test("a run returns the combined score and each part's, and writes one log", async () => {
  const { id } = await create({ child_weights: { [oneLine]: 3 } });
  const done = await run(id, "One line.");
  expect(done).toMatchObject({
    ...{
      composite_id: id,
      aggregate_score: 0.75,
      aggregate_pass: true,
      summary: expect.stringContaining("one_line: 1"),
    },
    ...{ total_children: 2, completed_children: 2, failed_children: 0 },
    children: [
      { child_id: oneLine, order: 0, weight: 3, score: 1, output: "Passed", status: "completed", error: null },
      { child_id: isUrl, order: 1, weight: 1, score: 0, output: "Failed", output_type: "Pass/Fail" },
    ],
  });
  const log = await getEvalLog(context, { log_id: done.log_id ?? "" });
  expect(log).toMatchObject({ source: "Composite Eval", template_id: id, score: 0.75 });
});

test("without aggregation, the parts have scores and the whole has none", async () => {
  const { id } = await create({ aggregation_enabled: false });
  const done = await run(id, "One line.");
  expect(done).toMatchObject({ aggregate_score: null, aggregate_pass: null, aggregation_enabled: false });
  expect(done.children.map(({ score }) => score)).toEqual([1, 0]);
});

test("a failed part is listed with the others, and the whole has no score", async () => {
  const failing = await createTestTemplate(context, {
    ...{ instructions: "Is {{text}} polite?", required_keys: ["text"], param_modalities: { text: ["audio"] } },
  });
  const { id } = await create({ child_template_ids: [oneLine, failing] });
  const done = await run(id, "https://example.test/call.wav");
  expect(done).toMatchObject({ aggregate_score: null, completed_children: 1, failed_children: 1 });
  expect(done.children[1]).toMatchObject({ status: "failed", score: null, error: expect.stringMatching(/\w/) });
});

test("missing inputs are a 400 that names them", async () => {
  const { id } = await create();
  expect(await refusal(runCompositeTemplate(context, { id, mapping: {} }))).toMatchObject({
    detail: { fields: { "mapping.text": [expect.any(String)] } },
  });
});

test("foreign and plain templates are not composites, and a deleted part is left out", async () => {
  const { id } = await create();
  const part = await createTestTemplate(context);
  const missing = { kind: "notFound" };
  expect(await refusal(getCompositeTemplate(other, { id }))).toMatchObject(missing);
  expect(await refusal(updateCompositeTemplate(other, { id, description: "mine" }))).toMatchObject(missing);
  expect(await refusal(getCompositeTemplate(context, { id: part }))).toMatchObject(missing);
  await updateCompositeTemplate(context, { id, child_template_ids: [oneLine, part] });
  await deleteEvalTemplates(context, { template_ids: [part] });
  expect((await getCompositeTemplate(context, { id })).children).toHaveLength(1);
});
