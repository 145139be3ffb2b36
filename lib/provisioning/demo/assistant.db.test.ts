// What the demo of an assistant shows, read with the verbs of the screens.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { evalRuns } from "@/db/schema";
import { contextOf, createOrganization, createUser } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { systemLabels } from "@/lib/contracts/prompts/names";
import { listCalibrations } from "@/lib/evaluation/calibration/calibrations";
import { listExperiments } from "@/lib/evaluation/experiments/experiments";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { assignPromptLabel } from "@/lib/prompts/labels";
import { listPrompts } from "@/lib/prompts/list-prompts";
import { checkPromptMove } from "@/lib/prompts/releases/releases";
import { seedAssistant } from "./assistant";
import { questions } from "./questions";

let database: Awaited<ReturnType<typeof startTestGateway>>;
const [production] = systemLabels;
let context: Context;
beforeAll(async () => {
  database = await startTestGateway();
  const organization = await createOrganization(database.db);
  const ownerId = await createUser(database.db, organization, "Owner");
  context = contextOf(database.db, organization, ownerId, "Owner");
  const { id: organizationId, workspaceId } = organization;
  await seedAssistant(database.db, { ownerId, organizationId, workspaceId, now: new Date() });
});
afterAll(() => database.close());
const page = { page: 1, limit: 10 };

test("its traces have sessions, tools and costs, and some have failed", async () => {
  const [found] = await database.db.execute(sql`
    select count(*)::int as traces, count(distinct session_id)::int as sessions, min(span_count)::int as spans,
      count(*) filter (where status = 'ERROR')::int as failed, count(cost_usd)::int as priced
    from traces where organization_id = ${context.caller.organizationId}`);
  expect(found).toEqual({ traces: 88, sessions: 67, spans: 3, failed: 11, priced: 77 });
});

test("its judge agrees with a person, and a gate accepts it", async () => {
  const { results } = await listCalibrations(context, page);
  expect(results).toMatchObject([{ items: { compared: 80, unjudged: 0 }, gate: { is_allowed: true, reasons: [] } }]);
});

test("its runs are completed, with a result for every question", async () => {
  const runs = await database.db
    .select()
    .from(evalRuns)
    .where(eq(evalRuns.organizationId, context.caller.organizationId));
  expect(runs.map(({ status, rowCount }) => [status, rowCount])).toEqual(
    Array(3).fill(["completed", questions.length]),
  );
  const { results } = await listExperiments(context, page);
  expect(results.map(({ name, scored, open, error }) => ({ name, scored, open, error }))).toEqual(
    ["shop-assistant v2", "shop-assistant v1"].map((name) => ({
      name,
      scored: 2 * questions.length,
      open: 0,
      error: 0,
    })),
  );
});

test("the newer version of its prompt is not worse, so the label may move", async () => {
  const { results } = await listPrompts(context, { ...page });
  const [prompt] = results;
  const of = { prompt_id: prompt?.id ?? "", label_id: production.id, version: "v2" };
  expect(await checkPromptMove(context, of)).toMatchObject({
    former_version: "v1",
    needs_evidence: true,
    release: { verdict: "passed" },
  });
  expect(await assignPromptLabel(context, { ...of, message: "" })).toMatchObject({ version: "v2" });
});
