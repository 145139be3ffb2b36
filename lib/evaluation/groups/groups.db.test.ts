import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import {
  datasetColumns,
  datasetRows,
  evalBindings,
  evalGroupMembers,
  evalGroups,
  evalTemplates,
  projects,
  prompts,
} from "@/db/schema";
import { createCaller, createOrganization, createRows, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { applyEvalGroup as applyContract } from "@/lib/contracts/evaluation/apply-group";
import { listEvalGroups as listContract } from "@/lib/contracts/evaluation/groups";
import { idOfName } from "../templates/fingerprint";
import { sampleGroups } from "../templates/sample-groups";
import { createTestTemplate } from "../testing";
import { applyEvalGroup } from "./apply";
import { listDatasetEvals, listEvals } from "./evals-list";
import { getEvalGroup } from "./group-detail";
import { createEvalGroup, deleteEvalGroup, editEvalGroupMembers, listEvalGroups, updateEvalGroup } from "./groups";

const database = suiteDatabase();
let context: Context;
let other: Context;
let template: string;
/** Of code that leaves its inputs open. */
let open: string;
let foreign: string;
let dataset: string;
const code = { code: "const evaluate = (inputs) => Object.keys(inputs).length", code_language: "javascript" } as const;

async function datasetOf({ db, caller }: Context): Promise<string> {
  const [row = ""] = await createRows(db, { id: caller.organizationId, workspaceId: caller.workspaceId }, ["x"]);
  const [found] = await db.select().from(datasetRows).where(eq(datasetRows.id, row));
  return found?.datasetId ?? "";
}

/** The id of the dataset's only column, which is called "input". */
async function columnOf(datasetId: string): Promise<string> {
  const [column] = await database.db.select().from(datasetColumns).where(eq(datasetColumns.datasetId, datasetId));
  return column?.id ?? "";
}

beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
  other = await createCaller(database.db, await createOrganization(database.db));
  template = await createTestTemplate(context, {}, "mine");
  open = await createTestTemplate(context, { ...code, instructions: null, model: null, required_keys: [] }, "open");
  foreign = await createTestTemplate(other, {}, "theirs");
  dataset = await datasetOf(context);
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
const tox = idOfName("toxicity");
const create = (name: string, ids = [template, tox], by = context) =>
  createEvalGroup(by, { name, eval_template_ids: ids });
const list = (input: object = {}, by = context) => listEvalGroups(by, listContract.query.parse(input));
const memberIds = async (id: string) =>
  (await getEvalGroup(context, { id })).members.map((member) => member.eval_template_id);

describe("a group", () => {
  test("is created with its templates, and found by its name", async () => {
    const made = await create("My first-group");
    expect(made).toMatchObject({
      is_sample: false,
      created_by: "Ada Example",
      evals_with_model: expect.arrayContaining(["mine", "toxicity"]),
    });
    expect(made.required_keys.toSorted()).toEqual(["input", "output"]);
    const found = await list({ name: "FIRST group" });
    expect(found).toMatchObject({
      total_count: 1,
      total_pages: 1,
      data: [{ id: made.id, evals_count: 2, is_sample: false }],
    });
    const group = await getEvalGroup(context, { id: made.id, name: "tox" });
    expect(group.members).toMatchObject([
      { name: "toxicity", added_by: "Ada Example", required_keys: ["output"], models: ["turing_large"] },
    ]);
  });

  test.each([
    ["an unknown template", () => crypto.randomUUID()],
    ["another organization's", () => foreign],
  ])("cannot be created with %s (case 37)", async (_, id) => {
    const name = `Refused ${crypto.randomUUID()}`;
    expect(await refusal(create(name, [template, id()]))).toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("unavailable"),
    });
    expect(await database.db.select().from(evalGroups).where(eq(evalGroups.name, name))).toEqual([]);
  });

  test("has a unique name, regardless of case, even when two are created at once", async () => {
    const results = await Promise.all([
      refusal(create("Twice")),
      refusal(create("TWICE")),
      refusal(create("twice", [tox], other)),
    ]);
    expect(results.filter((result) => result === null)).toHaveLength(2);
    const made = await create("Renamed");
    expect(await refusal(updateEvalGroup(context, { id: made.id, name: "twice" }))).toMatchObject({
      kind: "invalid",
      detail: { fields: { name: ['An evaluation group named "twice" already exists.'] } },
    });
    expect(await updateEvalGroup(context, { id: made.id, description: "said" })).toMatchObject({
      name: "Renamed",
      description: "said",
    });
  });

  test("is edited completely or not at all (case 38)", async () => {
    const { id, updated_at } = await create("Edited");
    const edit = (added: string[], deleted: string[]) =>
      editEvalGroupMembers(context, { eval_group_id: id, added_template_ids: added, deleted_template_ids: deleted });
    const before = await memberIds(id);
    expect(await refusal(edit([idOfName("pii"), foreign], []))).toMatchObject({ kind: "invalid" });
    expect(await refusal(edit([idOfName("pii")], [idOfName("tone")]))).toMatchObject({ kind: "invalid" });
    expect(await memberIds(id)).toEqual(before);
    await edit([idOfName("pii"), tox], [template]);
    expect((await memberIds(id)).toSorted()).toEqual([idOfName("pii"), tox].toSorted());
    expect((await getEvalGroup(context, { id })).eval_group.updated_at > updated_at).toBe(true);
  });

  test("is deleted once, with its links, which frees its name (case 39)", async () => {
    const { id } = await create("Deleted");
    expect(await deleteEvalGroup(context, { id })).toBe("Eval group deleted successfully");
    const [row] = await database.db.select().from(evalGroups).where(eq(evalGroups.id, id));
    expect(row?.deletedAt).toBeInstanceOf(Date);
    expect(await database.db.select().from(evalGroupMembers).where(eq(evalGroupMembers.groupId, id))).toEqual([]);
    expect(await refusal(deleteEvalGroup(context, { id }))).toMatchObject({ kind: "notFound" });
    await create("Deleted");
  });

  test("of another organization does not exist", async () => {
    const { id } = await create("Hidden");
    expect(await refusal(getEvalGroup(other, { id }))).toMatchObject({ kind: "notFound" });
    expect((await list({ name: "Hidden" }, other)).total_count).toBe(0);
  });
});

test("everybody sees samples, which cannot be changed", async () => {
  const found = await list({ page_size: 1000 }, other);
  expect(found.data.filter(({ is_sample }) => is_sample)).toHaveLength(sampleGroups.length);
  const [sample] = sampleGroups;
  const id = sample?.id ?? "";
  expect((await getEvalGroup(other, { id })).members).toHaveLength(sample?.templateIds.length ?? 0);
  expect(await refusal(deleteEvalGroup(other, { id }))).toMatchObject({ kind: "invalid" });
  expect(await refusal(updateEvalGroup(other, { id, name: "mine" }))).toMatchObject({ kind: "invalid" });
});

test("pages count from 0, and their size is limited", async () => {
  const all = await list({ page_size: 0 });
  expect(all.data).toHaveLength(1);
  expect(all.total_pages).toBe(all.total_count);
  expect((await list({ page_size: 1, page_number: 1 })).data[0]?.id).not.toBe(all.data[0]?.id);
});

describe("applying a group", () => {
  const mapping = { input: "spans.input", output: "spans.output", other: "spans.other" };
  /** Of a dataset: a column may be named by its name, in any case. */
  const columns = { input: "input", output: "INPUT" };
  const apply = (input: object, by = context) =>
    applyEvalGroup(by, applyContract.body.parse({ ...input, unknown_member: "is ignored" }));
  const bindings = (targetId: string) =>
    database.db
      .select()
      .from(evalBindings)
      .where(and(eq(evalBindings.targetId, targetId), eq(evalBindings.organizationId, context.caller.organizationId)));

  test("creates inactive metrics with their parts of the mapping, and new names each time", async () => {
    const { id } = await create("Applied");
    const request = {
      eval_group_id: id,
      page_id: "DATASET",
      filters: { dataset_id: dataset, model: "sandbox/judge" },
      mapping: { ...columns, other: "read by no member" },
    };
    expect(await apply(request)).toBeNull();
    await Promise.all([apply(request), apply({ ...request, deselected_evals: [template] })]);
    const made = await bindings(dataset);
    expect(made.map(({ name }) => name).toSorted()).toEqual([
      "mine_Applied",
      "mine_Applied_v2",
      "toxicity_Applied",
      "toxicity_Applied_v2",
      "toxicity_Applied_v3",
    ]);
    expect(made.find(({ name }) => name === "toxicity_Applied")).toMatchObject({
      mapping: { output: await columnOf(dataset) },
      status: "Inactive",
      model: "sandbox/judge",
      versionNumber: 1,
    });
    const { evals } = await listDatasetEvals(context, { dataset_id: dataset, eval_type: "user" });
    expect(evals).toHaveLength(5);
    expect(evals.find(({ name }) => name === "mine_Applied")).toMatchObject({
      eval_group: "Applied",
      template_name: "mine",
      status: "Inactive",
    });
  });

  test("gives each template its own parameters, all inputs if it names none, and refuses unknown parameters", async () => {
    const { id } = await create("With parameters", [idOfName("contains"), idOfName("regex"), open]);
    const target = await datasetOf(context);
    const column = await columnOf(target);
    const all = { text: "input", tone: column, nothing: "" };
    const request = { eval_group_id: id, page_id: "DATASET", filters: { dataset_id: target }, mapping: all };
    await apply({ ...request, params: { keyword: "parcel", pattern: "p+" } });
    const made = await bindings(target);
    expect(made.find(({ templateId }) => templateId === open)?.mapping).toEqual({ text: column, tone: column });
    expect(made.find(({ name }) => name.startsWith("contains"))?.params).toMatchObject({ keyword: "parcel" });
    expect(made.find(({ name }) => name.startsWith("regex"))?.params).toEqual({ pattern: "p+" });
    expect(await refusal(apply({ ...request, params: { colour: "red" } }))).toMatchObject({
      message: "params: Unknown function params: colour",
    });
  });

  test("to a tracing project reuses equal evaluations", async () => {
    const { id } = await create("Traced");
    const { organizationId, workspaceId } = context.caller;
    const [project] = await database.db
      .insert(projects)
      .values({ organizationId, workspaceId, name: "Traced" } as never)
      .returning();
    const request = { eval_group_id: id, page_id: "EVAL_TASK", filters: { project_id: project?.id }, mapping };
    const first = await apply(request);
    expect(first).toHaveLength(2);
    expect((await apply(request))?.map((one) => one.id)).toEqual(first?.map((one) => one.id));
    expect((await apply({ ...request, mapping: { ...mapping, output: "another" } }))?.map((one) => one.name)).toEqual([
      "mine_Traced_v2",
      "toxicity_Traced_v2",
    ]);
  });

  test("to a prompt updates evaluations with the same name", async () => {
    const { id } = await create("Prompted");
    const { organizationId, workspaceId } = context.caller;
    const [prompt] = await database.db
      .insert(prompts)
      .values({ organizationId, workspaceId, name: "Greeting" })
      .returning();
    const request = { eval_group_id: id, page_id: "PROMPT", filters: { prompt_template_id: prompt?.id }, mapping };
    const first = await apply(request);
    const again = await apply({ ...request, mapping: { ...mapping, output: "another" } });
    expect(again?.map((one) => [one.id, one.name])).toEqual(first?.map((one) => [one.id, one.name]));
    expect(again?.[0]?.mapping).toMatchObject({ output: "another" });
    expect(await bindings(prompt?.id ?? "")).toHaveLength(2);
    const foreign = await refusal(applyEvalGroup(other, applyContract.body.parse({ ...request, eval_group_id: id })));
    expect(foreign).toMatchObject({ kind: "notFound" });
  });

  test.each([
    ["without the dataset (case 40)", {}, { kind: "invalid", detail: { fields: { filters: [expect.any(String)] } } }],
    ["to another organization's dataset", () => datasetOf(other), { kind: "notFound" }],
    [
      "without an input that a template needs",
      { mapping: { input: "input" } },
      { kind: "invalid", message: expect.stringContaining("needs output") },
    ],
    [
      "with a column that the dataset does not have",
      { mapping: { ...columns, output: `Lost ${"x".repeat(200)}` } },
      {
        kind: "invalid",
        detail: { fields: { "mapping.output": [`There is no column "Lost ${"x".repeat(95)}".`] } },
      },
    ],
    [
      "to a run test that is not there",
      { page_id: "SIMULATE", filters: { simulate_id: crypto.randomUUID() } },
      { kind: "notFound" },
    ],
    ["of which nothing is left", { deselected_evals: "all" }, { kind: "invalid" }],
  ])("%s is refused, and creates nothing", async (title, change, refused) => {
    const { id } = await create(`Refused: ${title}`);
    const target = await datasetOf(context);
    const theirs = typeof change === "function" ? { filters: { dataset_id: await change() } } : change;
    const request = {
      eval_group_id: id,
      page_id: "DATASET",
      mapping: columns,
      ...(title.includes("case 40") ? {} : { filters: { dataset_id: target } }),
      ...theirs,
      ...("deselected_evals" in theirs ? { deselected_evals: [template, tox] } : {}),
    };
    expect(await refusal(apply(request))).toMatchObject(refused);
    expect(await bindings(target)).toEqual([]);
  });

  test("with an unknown filter is refused by the contract (case 40)", () => {
    const request = { eval_group_id: template, page_id: "DATASET", mapping: {} };
    expect(applyContract.body.safeParse({ ...request, filters: { colour: "red" } }).success).toBe(false);
    expect(applyContract.body.safeParse({ ...request, filters: { datasetId: template } }).success).toBe(false);
    expect(applyContract.body.safeParse({ ...request, page_id: "NOWHERE" }).success).toBe(false);
  });
});

describe("the list of evaluations", () => {
  test("leaves out hidden templates, drafts, and those of other organizations (case 41)", async () => {
    const draft = await createTestTemplate(context, {}, "unfinished");
    await database.db.update(evalTemplates).set({ draft: true }).where(eq(evalTemplates.id, draft));
    const { evals } = await listEvals(context, {});
    const names = evals.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["mine", "toxicity"]));
    for (const hidden of ["theirs", "unfinished", "protect_flash", "contains"]) expect(names).not.toContain(hidden);
  });

  test("can be filtered by tags, kind and name, and ordered for simulation", async () => {
    const { evals } = await listEvals(context, { eval_tags: ["safety"], search_text: "TOX" });
    expect(evals.map(({ name }) => name)).toEqual(["toxicity"]);
    expect((await listEvals(context, { eval_categories: "user_built" })).evals.map(({ name }) => name)).toEqual([
      "mine",
      "open",
    ]);
    expect((await listEvals(context, { order: "simulate" })).evals[0]?.eval_template_tags).toContain("AUDIO");
  });

  test("answers 404 for another organization's dataset (case 41)", async () => {
    expect(await refusal(listEvals(context, { dataset_id: await datasetOf(other) }))).toMatchObject({
      kind: "notFound",
    });
    expect(await refusal(listEvals(context, { eval_type: "user" }))).toMatchObject({ kind: "invalid" });
    expect(await refusal(listEvals(context, { experiment_id: crypto.randomUUID() }))).toMatchObject({
      kind: "invalid",
    });
  });
});
