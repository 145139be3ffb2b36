import { beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import * as contracts from "@/lib/contracts/evaluation/templates/ground-truth";
import { idOfName } from "../templates/fingerprint";
import { templateInOrganization } from "../templates/loaders";
import { prepareEvaluation } from "../templates/run-evaluation";
import { duplicateEvalTemplate, getEvalTemplate } from "../templates/templates";
import { createTestTemplate } from "../testing";
import { getGroundTruthConfig, listGroundTruths, setGroundTruthConfig, uploadGroundTruth } from "./ground-truths";
import {
  deleteGroundTruth,
  getGroundTruthData,
  getGroundTruthStatus,
  searchGroundTruth,
  setGroundTruthMapping,
  setGroundTruthRoleMapping,
} from "./rows";

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
const data = [
  { question: "Where is my parcel?", answer: "At the depot.", verdict: "Passed", more: 1 },
  { question: "Who are you?", answer: "No idea.", verdict: "Failed" },
];
const upload = (id: string, change: object = {}) =>
  uploadGroundTruth(context, {
    id,
    ...contracts.uploadGroundTruth.body.parse({
      ...{ name: "Checked", columns: ["question", "answer", "verdict"], data },
      ...{ variable_mapping: { input: "question", output: "answer" }, role_mapping: { expected_output: "verdict" } },
      ...change,
    }),
  });
const configure = (id: string, change: object) =>
  setGroundTruthConfig(context, { id, ...contracts.setGroundTruthConfig.body.parse(change) });
const numberOf = async (id: string) => (await getEvalTemplate(context, { id })).current_version;

async function examplesFor(id: string, input: string) {
  const { organizationId, workspaceId } = context.caller;
  const template = await templateInOrganization(context.db, organizationId, id);
  const settings = { params: {}, model: null, passThreshold: null, errorLocalizer: false, inputs: [] };
  const evaluation = await prepareEvaluation(context.db, {
    ...{ organizationId, workspaceId, person: null, template },
    ...settings,
  });
  const examples = evaluation.examples(evaluation.subject.definition, { input, output: "" });
  return { examples, fingerprint: evaluation.fingerprint };
}

test("rows are stored by column, listed, paged and found", async () => {
  const id = await createTestTemplate(context);
  const made = await upload(id);
  expect(made).toMatchObject({ name: "Checked", row_count: 2, embedding_status: "not_needed" });
  expect(await listGroundTruths(context, { id })).toEqual({ template_id: id, items: [made], total: 1 });
  const of = { ground_truth_id: made.id };
  expect(await getGroundTruthData(context, { ...of, page: 2, page_size: 1 })).toEqual({
    ...{ id: made.id, page: 2, page_size: 1, total_rows: 2, total_pages: 2 },
    columns: ["question", "answer", "verdict"],
    rows: [{ question: "Who are you?", answer: "No idea.", verdict: "Failed" }],
  });
  expect(await getGroundTruthStatus(context, of)).toMatchObject({ total_rows: 2, embedded_row_count: 0 });
  const found = await searchGroundTruth(context, { ...of, query: "my parcel", max_results: 3 });
  expect(found).toMatchObject({ total: 1, results: [{ row: { verdict: "Passed" }, row_index: 0 }] });
});

test("a configuration creates a version, whose judge sees the similar rows", async () => {
  const id = await createTestTemplate(context);
  const { id: ground_truth_id } = await upload(id);
  const before = await examplesFor(id, "Where is my parcel?");
  expect(before.examples).toEqual([]);
  const set = await configure(id, { ground_truth_id, max_examples: 1, similarity_threshold: 0.2 });
  expect(set.ground_truth).toEqual({
    ...{ enabled: true, ground_truth_id, mode: "auto", max_examples: 1, similarity_threshold: 0.2 },
    ...{ injection_format: "structured", usable_rows: 2 },
  });
  expect(await getGroundTruthConfig(context, { id })).toEqual(set);
  await configure(id, { ground_truth_id, max_examples: 1, similarity_threshold: 0.2 });
  expect(await numberOf(id)).toBe("V2");
  const after = await examplesFor(id, "Where is my parcel?");
  expect(after.examples).toEqual([
    { inputs: { input: "Where is my parcel?", output: "At the depot." }, output: "Pass" },
  ]);
  expect(after.fingerprint).not.toBe(before.fingerprint);
  expect((await configure(id, { enabled: false })).ground_truth).toMatchObject({ enabled: false, mode: "disabled" });
  expect((await examplesFor(id, "Where is my parcel?")).examples).toEqual([]);
});

test("a changed mapping creates a version only of the template that uses the rows", async () => {
  const id = await createTestTemplate(context);
  const { id: ground_truth_id } = await upload(id);
  await setGroundTruthMapping(context, { ground_truth_id, variable_mapping: { input: "answer" } });
  expect(await numberOf(id)).toBe("V1");
  await configure(id, { ground_truth_id, mode: "manual" });
  await setGroundTruthMapping(context, { ground_truth_id, variable_mapping: { input: "question" } });
  expect(await numberOf(id)).toBe("V3");
  expect((await examplesFor(id, "x")).examples[0]).toMatchObject({ inputs: { input: "Where is my parcel?" } });
  await setGroundTruthRoleMapping(context, { ground_truth_id, role_mapping: { expected_output: "question" } });
  expect((await getGroundTruthConfig(context, { id })).ground_truth.usable_rows).toBe(0);
});

test("an unmapped variable uses the column of its name", async () => {
  const id = await createTestTemplate(context);
  const columns = ["input", "expected_output", "reason"];
  const row = { input: "Where?", expected_output: "Failed", reason: "Too short." };
  const { id: ground_truth_id } = await upload(id, {
    ...{ columns, data: [row], variable_mapping: {}, role_mapping: {} },
  });
  expect((await configure(id, { ground_truth_id })).ground_truth.usable_rows).toBe(1);
  expect((await examplesFor(id, "Where?")).examples).toEqual([
    { inputs: { input: "Where?" }, output: "Fail", reason: "Too short." },
  ]);
});

test("deleted rows are no longer examples, and a copy of the template has none", async () => {
  const id = await createTestTemplate(context);
  const { id: ground_truth_id } = await upload(id);
  await configure(id, { ground_truth_id });
  const copy = await duplicateEvalTemplate(context, { eval_template_id: id, name: `own-${crypto.randomUUID()}` });
  expect((await getGroundTruthConfig(context, { id: copy.id })).ground_truth.enabled).toBe(false);
  expect(await deleteGroundTruth(context, { ground_truth_id })).toEqual({ id: ground_truth_id, deleted: true });
  expect((await getGroundTruthConfig(context, { id })).ground_truth).toMatchObject({ ground_truth_id: null });
  expect(await examplesFor(id, "x")).toMatchObject({ examples: [] });
});

test("unusable input is refused by field", async () => {
  const id = await createTestTemplate(context);
  const fields = (field: string) => ({ kind: "invalid", detail: { fields: { [field]: [expect.any(String)] } } });
  expect(await refusal(upload(id, { role_mapping: { expected_output: "no" } }))).toMatchObject(
    fields("role_mapping.expected_output"),
  );
  expect(await refusal(configure(id, {}))).toMatchObject(fields("ground_truth_id"));
  const { id: anothers } = await upload(await createTestTemplate(context));
  expect(await refusal(configure(id, { ground_truth_id: anothers }))).toMatchObject(fields("ground_truth_id"));
  const code = await createTestTemplate(context, { code: "function evaluate() {}", code_language: "javascript" });
  expect(await refusal(upload(code))).toMatchObject({ kind: "invalid" });
  expect(await refusal(upload(idOfName("tone")))).toMatchObject({ kind: "notFound" });
});

test("another organization's ground truth does not exist", async () => {
  const id = await createTestTemplate(context);
  const { id: ground_truth_id } = await upload(id);
  const missing = { kind: "notFound" };
  const of = { ground_truth_id };
  expect(await refusal(listGroundTruths(other, { id }))).toMatchObject(missing);
  expect(await refusal(getGroundTruthData(other, { ...of, page: 1, page_size: 1 }))).toMatchObject(missing);
  expect(await refusal(searchGroundTruth(other, { ...of, query: "x", max_results: 1 }))).toMatchObject(missing);
  expect(await refusal(setGroundTruthMapping(other, { ...of, variable_mapping: {} }))).toMatchObject(missing);
  expect(await refusal(deleteGroundTruth(other, of))).toMatchObject(missing);
  const own = await createTestTemplate(other);
  const config = { id: own, ...contracts.setGroundTruthConfig.body.parse(of) };
  expect(await refusal(setGroundTruthConfig(other, config))).toMatchObject(missing);
});
