import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { evalTemplateVersions } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { getEvalLogDetails as tableContract } from "@/lib/contracts/evaluation/log-table";
import { getEvalMetrics } from "../logs/eval-metrics";
import { getEvalLogDetails } from "../logs/log-table";
import { getEvalLog } from "../logs/logs";
import { idOfName } from "../templates/fingerprint";
import { createTestLogs, createTestTemplate } from "../testing";
import { giveEvalFeedback } from "./feedback";

const database = suiteDatabase();
let owner: Context;
let other: Context;
let judged: string;
let run: string;

beforeAll(async () => {
  const organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  other = await createCaller(database.db, organization);
  judged = await createTestTemplate(owner);
  const passed = { output: "Passed", label: "Passed", score: 1, passed: true };
  const failed = { outcome: "error", status: "error" } as const;
  [run = ""] = await createTestLogs(owner, judged, [
    { mapping: { input: "Where?", output: "Riga" }, ...passed },
    { mapping: { input: "When?", output: "Soon" }, ...failed },
  ]);
});

type FeedbackRequest = Parameters<typeof giveEvalFeedback>[1];
const give = (by: Context, change: Partial<FeedbackRequest> = {}) =>
  giveEvalFeedback(by, { log_id: run, action_type: "retune", value: "fail", explanation: "It is lost.", ...change });
const versions = async () =>
  database.db.select().from(evalTemplateVersions).where(eq(evalTemplateVersions.templateId, judged));
const field = (name: string) => ({ kind: "invalid", detail: { fields: { [name]: [expect.any(String)] } } });

test("a person has one feedback per run, shown with it, and it becomes an example", async () => {
  const before = (await versions()).length;
  const first = await give(owner);
  expect(first).toMatchObject({ template_version: `V${before + 1}`, log_id: null });
  expect(await give(owner)).toEqual(first);
  await give(other, { value: "Passed", explanation: "" });
  const all = await versions();
  expect(all).toHaveLength(before + 2);
  const newest = all.toSorted((one, two) => two.number - one.number)[0];
  expect(newest?.definition.few_shot_examples).toEqual([
    { inputs: { input: "Where?", output: "Riga" }, output: "Pass" },
  ]);
  const detail = await getEvalLog(owner, { log_id: run });
  expect(detail.feedback.map(({ value, explanation }) => [value, explanation])).toEqual([
    ["Passed", ""],
    ["Failed", "It is lost."],
  ]);
  const query = { eval_template_id: judged, source: "feedback", search: "passed" };
  const { table, column_config: columns } = await getEvalLogDetails(owner, tableContract.query.parse(query));
  const id = columns.find(({ name }) => name === "Evaluation Feedback")?.id ?? "";
  expect(table.map((row) => [row.log_id, (row as Record<string, { cell_value?: unknown }>)[id]?.cell_value])).toEqual([
    [run, "Passed"],
  ]);
});

test("feedback that is only kept creates no version and runs nothing", async () => {
  const before = (await versions()).length;
  const kept = await give(other, { action_type: "keep", value: "Failed", explanation: "Late." });
  expect(kept).toMatchObject({ message: "Kept.", template_version: null, log_id: null });
  expect(await versions()).toHaveLength(before);
  expect((await getEvalLog(other, { log_id: run })).feedback[0]).toMatchObject({
    action_type: "keep",
    value: "Failed",
  });
});

test("recalculate runs the current version again, and a failed run leaves nothing", async () => {
  const organization = await createOrganization(database.db);
  const context = await createCaller(database.db, organization, "Owner");
  const contains = idOfName("contains");
  const params = { keyword: "Riga" };
  const [computed = ""] = await createTestLogs(context, contains, [{ mapping: { text: "In Riga" }, params }]);
  const again = await give(context, { log_id: computed, action_type: "recalculate", value: "Passed" });
  expect(await getEvalLog(context, { log_id: again.log_id ?? "" })).toMatchObject({
    values: { text: "In Riga" },
    output: { output: "Passed" },
    source: "Feedback",
  });
  await expect(give(context, { log_id: computed })).rejects.toMatchObject(field("action_type"));
  await expect(give(context, { log_id: computed, value: "maybe" })).rejects.toMatchObject(field("value"));
  const [empty = ""] = await createTestLogs(context, contains, [{ mapping: { text: null }, params }]);
  await expect(give(context, { log_id: empty, action_type: "recalculate" })).rejects.toMatchObject({ kind: "invalid" });
  expect((await getEvalLog(context, { log_id: empty })).feedback).toEqual([]);
  await expect(give(context)).rejects.toMatchObject({ kind: "notFound" });
});

test("metrics count the filtered runs, and the mean leaves failures out", async () => {
  const all = await getEvalMetrics(owner, { eval_template_id: judged, days: 2 });
  expect(all).toMatchObject({
    base_eval_template_id: judged,
    api_call_count: { api_call_count: 2, count_graph_data: [{ value: 0 }, { value: 2 }] },
    average: { average: 1, avg_graph_data: [{ value: null }, { value: 1 }] },
    error_rate: 0.5,
  });
  const filter_config = { filter_type: "text", filter_op: "contains", filter_value: "soon" } as const;
  const some = await getEvalMetrics(owner, {
    eval_template_id: judged,
    days: 1,
    filters: [{ column_id: "output", filter_config }],
  });
  expect(some).toMatchObject({ api_call_count: { api_call_count: 1 }, average: { average: null }, error_rate: 1 });
});
