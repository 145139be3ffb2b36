import { InngestTestEngine } from "@inngest/test";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { evalLogs, outboxEvents } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { askForParts } from "@/lib/evaluation/localization/localize";
import { deleteEvalLogs, getEvalLog } from "@/lib/evaluation/logs/logs";
import { runInPlayground } from "@/lib/evaluation/playground/playground";
import { createTestLogs, createTestTemplate } from "@/lib/evaluation/testing";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { localizeErrors } from "./localize-errors";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let context: Context;
let template_id: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
  template_id = await createTestTemplate(context, { output: "score", pass_threshold: 1 });
});
afterAll(() => gateway.close());

const mapping = { input: "Where is it?", output: "It is here. It was there. Who knows." };
const localize = (logId: string, by = context) => {
  const { organizationId } = by.caller;
  const event = { name: "evaluation/run.failed", data: { logId, organizationId } };
  return new InngestTestEngine({ function: localizeErrors, events: [event] }).execute();
};
const detail = (log_id: string) => getEvalLog(context, { log_id });
const pending = async (change: object = {}) => {
  const localization = { status: "pending" as const, message: null };
  const log = { mapping, output: 0.2, score: 0.2, model: "sandbox/judge", localization, ...change };
  const [id] = await createTestLogs(context, template_id, [log]);
  return id ?? "";
};

test("a failed run shows its localization as pending, and then the findings (case 21)", async () => {
  const { result } = await runInPlayground(context, { template_id, mapping, error_localizer: true });
  const id = result.log_id ?? "";
  expect(await detail(id)).toMatchObject({
    error_localizer: true,
    error_localizer_status: "pending",
    error_localizer_message: null,
    error_details: null,
  });
  expect(
    await gateway.db
      .select()
      .from(outboxEvents)
      .where(eq(outboxEvents.id, `evaluation-failed-${id}`)),
  ).toHaveLength(1);
  await localize(id);
  const done = await detail(id);
  expect(done).toMatchObject({
    error_localizer_status: "completed",
    error_details: {
      selected_input_key: "output",
      input_types: { output: "text" },
      input_data: { output: mapping.output },
      error_analysis: { output: [{ rank: "1", reason: expect.stringContaining("sandbox") }] },
    },
  });
  const [entry] = done.error_details?.error_analysis.output ?? [];
  expect(mapping.output.slice(entry?.start, entry?.end)).toBe(entry?.text);
  await localize(id);
  expect(await detail(id)).toEqual(done);
});

test("a passed run or one without parts is skipped with a reason, and a template can request localization itself", async () => {
  const asking = await createTestTemplate(context, {
    output: "score",
    pass_threshold: 0,
    error_localizer_enabled: true,
  });
  const passed = await runInPlayground(context, { template_id: asking, mapping });
  expect(await detail(passed.result.log_id ?? "")).toMatchObject({
    error_localizer_status: "skipped",
    error_localizer_message: "The evaluation passed.",
  });
  const short = await runInPlayground(context, {
    template_id,
    mapping: { input: "Where is it?", output: "Nowhere" },
    error_localizer: true,
  });
  expect(await detail(short.result.log_id ?? "")).toMatchObject({
    error_localizer_status: "skipped",
    error_localizer_message: "No input is a text of several sentences.",
  });
});

test("a refusing judge ends in a failure with its reason, and an interrupted localization resumes", async () => {
  const refused = await pending({ model: "nobody/none" });
  await localize(refused);
  expect(await detail(refused)).toMatchObject({
    error_localizer_status: "failed",
    error_localizer_message: expect.stringContaining("not configured"),
    error_details: null,
  });
  const halfway = await pending({ localization: { status: "running", message: null } });
  await Promise.all([localize(halfway), localize(halfway)]);
  expect(await detail(halfway)).toMatchObject({ error_localizer_status: "completed" });
});

test("deleting a log deletes its localization, even one in progress (case 20)", async () => {
  const id = await pending();
  await deleteEvalLogs(context, { log_ids: [id] });
  await localize(id);
  const [log] = await gateway.db.select().from(evalLogs).where(eq(evalLogs.id, id));
  expect(log?.localization).toBeNull();
});

test("another organization's log stays untouched", async () => {
  const other = await createCaller(gateway.db, await createOrganization(gateway.db));
  const id = await pending();
  expect(await askForParts(gateway.db, other.caller.organizationId, id)).toBeNull();
  expect(await detail(id)).toMatchObject({ error_localizer_status: "pending" });
});
