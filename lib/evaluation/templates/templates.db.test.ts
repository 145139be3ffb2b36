import { beforeAll, describe, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import * as listContracts from "@/lib/contracts/evaluation/template-list";
import * as contracts from "@/lib/contracts/evaluation/templates";
import { createTestLogs } from "../testing";
import { builtIns } from "./catalogue";
import { idOfName } from "./fingerprint";
import { listEvalTemplateNames, listEvalTemplates } from "./list-templates";
import {
  createEvalTemplate,
  deleteEvalTemplates,
  duplicateEvalTemplate,
  getEvalTemplate,
  updateEvalTemplate,
} from "./templates";
import {
  createEvalTemplateVersion,
  listEvalTemplateVersions,
  restoreEvalTemplateVersion,
  setDefaultEvalTemplateVersion,
} from "./versions";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
const fresh = () => `own-${crypto.randomUUID()}`;
const plain = () => ({ name: fresh(), instructions: "Does {{output}} answer {{input}}?" });
const create = (input: object) => createEvalTemplate(context, contracts.createEvalTemplate.body.parse(input));
const list = async (input: object, by = context) =>
  listEvalTemplates(by, listContracts.listEvalTemplates.body.parse(input));
const namesIn = async (input: object) =>
  (await list({ page_size: 100, sort_by: "name", sort_order: "asc", ...input })).items.map(({ name }) => name);

describe("an invalid template (case 31)", () => {
  test.each([
    ["upper case", { name: "Mine" }],
    ["a space", { name: "my own" }],
    ["a separator in front", { name: "-mine" }],
    ["a separator at the end", { name: "mine_" }],
    ["separators of both kinds side by side", { name: "my_-own" }],
    ["a threshold beyond 1", { pass_threshold: 1.5 }],
    ["choices without a score", { choice_scores: {} }],
    ["a score beyond 1", { choice_scores: { yes: 2 } }],
    ["a blank choice", { choice_scores: { " ": 1 } }],
  ])("with %s is refused by the contract (case 30) (case 31)", (_, change) => {
    expect(contracts.createEvalTemplate.body.safeParse({ ...plain(), ...change }).success).toBe(false);
  });

  test.each([
    ["no variable", { instructions: "Is it good?" }, "instructions"],
    ["no text", { instructions: " " }, "instructions"],
    ["choices to be made, and none", { output_type: "deterministic" }, "choice_scores"],
    ["a built-in name", { name: "toxicity" }, "name"],
    ["no name", { name: undefined }, "name"],
    ["no code", { eval_type: "code" }, "code"],
    ["code that cannot be read", { eval_type: "code", code: "function evaluate( {" }, "code"],
    ["Python by its looks", { eval_type: "code", code: "def evaluate(a):\n  return 1" }, "code"],
    ["Python by name", { eval_type: "code", code: "x", code_language: "python" }, "code_language"],
    ["code that chooses", { eval_type: "code", code: "x", output_type: "deterministic" }, "output_type"],
    ["code and a judge", { code: "const evaluate = () => 1" }, "code"],
    ["a part that is not there", { children: [{ template_id: crypto.randomUUID() }] }, "children"],
  ])("with %s is a 400 that names the field", async (_, change, field) => {
    expect(await refusal(create({ ...plain(), ...change }))).toMatchObject({
      kind: "invalid",
      detail: { fields: { [field]: [expect.any(String)] } },
    });
  });

  test("with a name in use is refused, even when two are created at once", async () => {
    const same = plain();
    const results = await Promise.all([refusal(create(same)), refusal(create(same))]);
    expect(results.filter((result) => result !== null)).toMatchObject([{ kind: "invalid" }]);
  });
});

test("one variable in any message is enough (case 32)", async () => {
  const messages = [{ role: "assistant", content: "I look at {{answer}} and {{row.name}}." }];
  const { id } = await create({ name: fresh(), messages });
  expect(await getEvalTemplate(context, { id })).toMatchObject({ required_keys: ["answer"] });
});

test("a new template starts at version 1, with its inputs in order (case 33)", async () => {
  const made = await create({ ...plain(), output_type: "percentage", pass_threshold: 0.7, tags: ["Mine"] });
  expect(made.version).toBe("V1");
  expect(await getEvalTemplate(context, { id: made.id })).toMatchObject({
    required_keys: ["output", "input"],
    output: "score",
    pass_threshold: 0.7,
    owner: "user",
    version_count: 1,
    model: "turing_large",
  });
});

test("a draft gets a generated name, and stays hidden until it is published (case 34)", async () => {
  const draft = await create({ is_draft: true });
  expect(draft.name).toMatch(/^draft-/);
  expect(await namesIn({ owner_filter: "user" })).not.toContain(draft.name);
  const name = fresh();
  expect(await refusal(updateEvalTemplate(context, { id: draft.id, name, instructions: "None." }))).toMatchObject({
    kind: "invalid",
  });
  await updateEvalTemplate(context, { id: draft.id, name, is_draft: true, instructions: "None yet." });
  expect(await namesIn({ owner_filter: "user" })).not.toContain(name);
  expect(await namesIn({ owner_filter: "user", drafts: true })).toContain(name);
  expect(await refusal(updateEvalTemplate(context, { id: draft.id, is_draft: false }))).toMatchObject({
    kind: "invalid",
  });
  await updateEvalTemplate(context, { id: draft.id, name, instructions: "{{output}}", message: "Asks at last" });
  expect(await namesIn({ owner_filter: "user" })).toContain(name);
  const { versions } = await listEvalTemplateVersions(context, { id: draft.id });
  expect(versions.map(({ message }) => message)).toEqual(["Asks at last", "", ""]);
  await updateEvalTemplate(context, { id: draft.id, is_draft: true, description: "Stays offered" });
  expect(await namesIn({ owner_filter: "user" })).toContain(name);
});

test("built-in templates cannot be changed or deleted, and a copy needs a free name (case 35)", async () => {
  const id = idOfName("tone");
  expect(await refusal(updateEvalTemplate(context, { id, description: "mine" }))).toMatchObject({ kind: "notFound" });
  const name = fresh();
  const copy = await duplicateEvalTemplate(context, { eval_template_id: id, name });
  expect(await getEvalTemplate(context, { id: copy.id })).toMatchObject({
    owner: "user",
    output: "choices",
    multi_choice: true,
  });
  expect(await refusal(duplicateEvalTemplate(context, { eval_template_id: id, name }))).toMatchObject({
    kind: "invalid",
  });
  expect(await deleteEvalTemplates(context, { template_ids: [id, copy.id] })).toEqual({ deleted_count: 1 });
  expect(await refusal(getEvalTemplate(context, { id: copy.id }))).toMatchObject({ kind: "notFound" });
  expect(await getEvalTemplate(context, { id })).toMatchObject({ owner: "system" });
});

describe("the list (case 36)", () => {
  test("allows 1 to 100 templates a page", async () => {
    for (const page_size of [0, 101])
      expect(listContracts.listEvalTemplates.body.safeParse({ page_size }).success).toBe(false);
    const { items, total } = await list({ owner_filter: "system", page_size: 2, page: 1 });
    expect([items.length, total]).toEqual([2, builtIns().filter(({ hidden }) => !hidden).length]);
  });

  test("filters by words, tags in any case, kinds and creators", async () => {
    const own = await createCaller(database.db, await createOrganization(database.db));
    const made = await createEvalTemplate(
      own,
      contracts.createEvalTemplate.body.parse({ ...plain(), name: "user_custom", tags: ["Mine"] }),
    );
    const names = async (input: object) =>
      (await list({ page_size: 100, ...input }, own)).items.map(({ name }) => name);
    expect(await names({ search: "user custom" })).toEqual(["user_custom"]);
    expect(await names({ filters: { tags: ["mINE"] } })).toEqual(["user_custom"]);
    expect(await names({ filters: { eval_type_not: ["agent", "code"] } })).toEqual(["user_custom"]);
    expect(await names({ filters: { created_by_not: ["Assay"] } })).toEqual(["user_custom"]);
    expect(
      await names({ filters: { output_type: ["deterministic"], names_not: ["tone"] }, owner_filter: "system" }),
    ).not.toContain("tone");
    await createTestLogs(own, made.id, [{}, { outcome: "error", status: "error" }]);
    const [item] = (await list({ search: "user_custom" }, own)).items;
    expect(item).toMatchObject({
      thirty_day_run_count: 2,
      error_rate: 0.5,
      thirty_day_chart: [{ runs: 2 }],
    });
    expect((await list({ search: "tone" }, own)).items[0]).toMatchObject({
      thirty_day_run_count: 0,
      error_rate: null,
    });
    const hidden = async (search?: string) =>
      (await listEvalTemplateNames(own, { search })).filter(({ name }) => name === "contains").length;
    expect([await hidden(), await hidden("contain"), await hidden("Contains")]).toEqual([0, 0, 1]);
    expect((await listEvalTemplateNames(own, { search: "user_custom" })).map(({ name }) => name)).toEqual([
      "user_custom",
    ]);
  });
});

test("versions never change, any can be current, and restoring one adds a new version", async () => {
  const { id } = await create(plain());
  const second = await createEvalTemplateVersion(context, { id, message: "Stricter", pass_threshold: 0.9 });
  expect(second).toMatchObject({ version: "V2", is_default: true, config_snapshot: { pass_threshold: 0.9 } });
  await updateEvalTemplate(context, { id, description: "no new version" });
  const { versions } = await listEvalTemplateVersions(context, { id });
  expect(versions.map(({ version, is_default }) => `${version} ${is_default}`)).toEqual(["V2 true", "V1 false"]);
  const first = versions[1]?.id ?? "";
  await setDefaultEvalTemplateVersion(context, { id, version_id: first });
  expect(await getEvalTemplate(context, { id })).toMatchObject({
    current_version: "V1",
    pass_threshold: 0.5,
    version_count: 2,
  });
  await Promise.all([
    restoreEvalTemplateVersion(context, { id, version_id: second.id }),
    restoreEvalTemplateVersion(context, { id, version_id: first }),
  ]);
  const after = await listEvalTemplateVersions(context, { id });
  expect(after.versions.map(({ version }) => version)).toEqual(["V4", "V3", "V2", "V1"]);
  expect(new Set(after.versions.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  expect(
    await refusal(createEvalTemplateVersion(context, { id, message: "", children: [{ template_id: id, weight: 1 }] })),
  ).toMatchObject({ kind: "invalid" });
});

test("a code template has the inputs that it names, and invalid code creates no version", async () => {
  const code = "const evaluate = ({ text }) => text.length / 10";
  const { id } = await create({ name: fresh(), eval_type: "code", code, required_keys: ["text", "text"] });
  const made = await getEvalTemplate(context, { id });
  expect(made).toMatchObject({ eval_type: "code", code, code_language: "javascript", required_keys: ["text"] });
  const wrong = { kind: "invalid", detail: { fields: { code: [expect.stringContaining("looks like Python")] } } };
  const python = "def evaluate(inputs):\n  return 1";
  expect(await refusal(updateEvalTemplate(context, { id, code: python }))).toMatchObject(wrong);
  expect(await refusal(createEvalTemplateVersion(context, { id, message: "", code: python }))).toMatchObject(wrong);
  expect(await getEvalTemplate(context, { id })).toMatchObject({ code, current_version: "V1" });
  const unnamed = "const evaluate = ({ text, most }) => text.length / most";
  const read = await create({ name: fresh(), eval_type: "code", code: unnamed });
  expect(await getEvalTemplate(context, { id: read.id })).toMatchObject({ required_keys: ["text", "most"] });
  const changed = await updateEvalTemplate(context, { id, code: "const evaluate = () => 1" });
  expect(changed).toMatchObject({ current_version: "V2", required_keys: ["text"], code_language: "javascript" });
});

test("a computed template shows published values, and what it computes for them", async () => {
  const { published_values: values, notes, source } = await getEvalTemplate(context, { id: idOfName("bleu_score") });
  expect(values).toHaveLength(12);
  expect(values).toContainEqual({
    what: "one sentence, 13a, add-k of 1",
    source: expect.stringContaining("sacreBLEU"),
    expected: 14.8826,
    tolerance: 0.00005,
    actual: expect.closeTo(14.8826, 4),
  });
  expect([notes.length > 0, source !== null]).toEqual([true, true]);
  const judged = await getEvalTemplate(context, { id: idOfName("tone") });
  expect(judged).toMatchObject({ published_values: [], differs: null, empty_inputs: null });
});

test("a computed template shows how it scores empty inputs", async () => {
  const found = await getEvalTemplate(context, { id: idOfName("hit_rate") });
  expect(found.empty_inputs).toEqual({ reads: "list", all: 1, some: 0 });
  expect(found.notes).toContain('Empty ("", [] or {}): both sides 1, one side 0.');
});
