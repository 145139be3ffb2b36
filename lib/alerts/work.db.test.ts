// An alert's life on a real database: what it looks at, what it opens, who hears of it, and that restarts change nothing.
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { alerts, incidents, notifications, projects, webhookDeliveries, webhooks } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { createEvalTask } from "@/lib/evaluation/tasks/tasks";
import { createTestTemplate } from "@/lib/evaluation/testing";
import { createProject } from "@/lib/traces/projects";
import { listTraces } from "@/lib/traces/trace-list";
import { createAlert, deleteAlert, listAlerts, updateAlert } from "./alerts";
import { acknowledgeIncident, closeIncident, listIncidents } from "./incidents";
import { previewAlert } from "./preview";
import { talliesOf } from "./tallies";
import { advanceAlert, advanceAlerts } from "./work";

const database = suiteDatabase();
const MINUTE = 60_000;
/** A Wednesday at noon, UTC. */
const NOON = Date.UTC(2026, 2, 4, 12);
const at = (minute: number): Date => new Date(NOON + minute * MINUTE);
let organization: TestOrganization;
let owner: Context;
let member: Context;
let project: string;
let now: Date;

beforeEach(async () => {
  organization = await createOrganization(database.db);
  now = at(0);
  const atNow = (context: Context): Context => ({ ...context, now: () => now });
  owner = atNow(await createCaller(database.db, organization, "Owner"));
  member = atNow(await createCaller(database.db, organization, "Member"));
  project = (await createProject(owner, { name: "shop" })).id;
});

interface Sent {
  bad?: number;
  status?: string;
  latencyMs?: number | null;
  /** Minutes from one to the next. */
  step?: number;
}

/** Ten traces a minute, of which so many failed. */
const send = (from: number, minutes: number, { bad = 0, status = "OK", latencyMs = 100, step = 1 }: Sent = {}) =>
  database.db.execute(sql`
    insert into traces (organization_id, project_id, trace_id, started_at, status, latency_ms, cost_usd)
    select ${organization.id}::uuid, ${project}::uuid, md5(random()::text),
      ${at(from).toISOString()}::timestamptz + minute * interval '1 minute' + number * interval '1 second',
      case when number < ${bad}::int then 'ERROR' else ${status} end, ${latencyMs}::double precision, 0.01
    from generate_series(0, ${minutes - 1}::int, ${step}::int) as minute, generate_series(0, 9) as number`);

const create = (change: object = {}) =>
  createAlert(member, {
    ...{ project_id: project, name: "Errors", measure: "errors", comparison: "fixed", limit: 0.05 },
    ...{ margin: 0.2, false_alarm_days: 1000 },
    ...change,
  });

/** A task of the project with one evaluation. */
async function judge() {
  const template = await createTestTemplate(owner);
  const task = await createEvalTask(owner, {
    ...{ name: "task", project_id: project, filters: {}, sampling_rate: 1, sampling_unit: "trace", continuous: false },
    evaluations: [
      { template_id: template, mapping: { input: "span.input", output: "span.output" }, error_localizer: false },
    ],
  });
  return { taskId: task.id, evaluationId: task.evaluations[0]?.id ?? "" };
}

/** Looks until nothing is left to look at. */
async function lookAt(minute: number) {
  now = at(minute);
  for (let look = 0; look < 10; look++) {
    await database.db.update(alerts).set({ dueAt: now });
    await advanceAlerts(database.db, now);
  }
}
const all = async () => (await listIncidents(owner, { page: 1 })).results;
const kindsOf = async ({ caller }: Context) =>
  (await database.db.select().from(notifications).where(eq(notifications.userId, caller.userId))).map(
    ({ kind }) => kind,
  );

test("failures open one incident, notify people and webhooks, and it recovers by itself", async () => {
  await database.db.insert(webhooks).values({
    ...{ organizationId: organization.id, url: "https://example.com/hook", secret: "", format: "slack" },
    events: ["alert.opened", "alert.recovered"],
  });
  const alert = await create();
  expect(alert).toMatchObject({ state: "watching", settle_minutes: 5, watched_until: at(-5).toISOString() });
  await send(0, 60);
  await send(60, 30, { bad: 5 });
  await lookAt(95);
  const [incident] = await all();
  expect(incident).toMatchObject({ status: "open", side: "above", limit: 0.05, week_before: null, closed_at: null });
  expect(incident).toMatchObject({ since: at(60).toISOString(), alert: { name: "Errors" }, project: { name: "shop" } });
  expect(incident?.rate).toBe(0.5);
  expect(incident?.rate_interval?.low).toBeGreaterThan(0.05);
  expect(incident?.finding).toContain("failed. The limit is 5 %.");
  expect(incident?.traces).toEqual({ project_id: project, since: at(60).toISOString(), status: "ERROR" });
  expect((await listAlerts(owner, { project_id: project })).alerts).toMatchObject([
    { state: "open", incident_id: incident?.id },
  ]);
  // Its creator hears of it as well as the Owner.
  expect([await kindsOf(owner), await kindsOf(member)]).toEqual([["alert_opened"], ["alert_opened"]]);
  await send(90, 60);
  await lookAt(155);
  expect(await all()).toMatchObject([{ status: "recovered", closed_by: null }]);
  expect(await kindsOf(owner)).toEqual(["alert_opened", "alert_recovered"]);
  const sent = await database.db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.organizationId, organization.id));
  expect(sent.map(({ event, data }) => [event, data.incident_id]).sort()).toEqual([
    ["alert.opened", incident?.id],
    ["alert.recovered", incident?.id],
  ]);
});

test("parallel and repeated checks open one incident and count each minute once", async () => {
  await create();
  await send(0, 30, { bad: 5 });
  now = at(35);
  const [due] = await database.db.select().from(alerts).where(eq(alerts.organizationId, organization.id));
  if (!due) throw new Error("no alert");
  // As if their claim had run out: all of them see the same state.
  await Promise.all(Array.from({ length: 4 }, () => advanceAlert(database.db, { ...due, shared: 1 }, now)));
  expect(await database.db.$count(incidents, eq(incidents.organizationId, organization.id))).toBe(1);
  const [after] = await database.db.select().from(alerts).where(eq(alerts.id, due.id));
  expect(after).toMatchObject({ revision: 1, foldedUntil: at(30) });
  expect(await kindsOf(owner)).toEqual(["alert_opened"]);
});

test("after a long pause, one run catches up on everything it missed", async () => {
  await create();
  await send(12 * 60 + 20, 20, { bad: 10 });
  await advanceAlerts(database.db, at(13 * 60));
  expect(await all()).toMatchObject([{ status: "open", since: at(12 * 60 + 20).toISOString() }]);
});

test("due alerts are claimed, idle ones are checked less often, and disabled ones not at all", async () => {
  const { id } = await create();
  await advanceAlerts(database.db, at(1));
  const dueAt = async () => (await database.db.select().from(alerts).where(eq(alerts.id, id)))[0]?.dueAt;
  expect(await dueAt()).toEqual(at(6));
  await advanceAlerts(database.db, at(2));
  expect(await dueAt()).toEqual(at(6));
  await send(0, 5);
  await advanceAlerts(database.db, at(11));
  expect(await dueAt()).toEqual(at(12));
  await updateAlert(owner, { alert_id: id, enabled: false });
  await send(10, 30, { bad: 10 });
  await lookAt(60);
  expect(await all()).toEqual([]);
});

test("an alert that resumes after days starts one day back, and ignores traces that arrive too late", async () => {
  await create();
  await send(0, 30, { bad: 5 });
  await lookAt(3 * 1440);
  expect(await all()).toEqual([]);
  await send(3 * 1440 - 30, 20, { bad: 10 });
  await lookAt(3 * 1440 + 5);
  expect(await all()).toEqual([]);
});

test("a muted alert opens nothing; a changed alert starts over and closes its open incident", async () => {
  const { id } = await create();
  await updateAlert(owner, { alert_id: id, muted_until: at(100).toISOString() });
  expect((await listAlerts(owner, { project_id: project })).alerts).toMatchObject([{ state: "muted" }]);
  await send(0, 60, { bad: 5 });
  await lookAt(65);
  expect(await all()).toEqual([]);
  await send(100, 30, { bad: 5 });
  await lookAt(140);
  expect(await all()).toMatchObject([{ status: "open" }]);
  await updateAlert(owner, { alert_id: id, limit: 0.8 });
  expect(await all()).toMatchObject([{ status: "closed", closed_by: { id: owner.caller.userId } }]);
  await send(140, 30, { bad: 5 });
  await lookAt(180);
  expect(await all()).toHaveLength(1);
});

test("an alert ignores traffic from while it was muted, whether that ends by itself or early", async () => {
  const { id } = await create();
  await updateAlert(owner, { alert_id: id, muted_until: at(30).toISOString() });
  await send(0, 30, { bad: 5 });
  await lookAt(31);
  await lookAt(40);
  expect(await all()).toEqual([]);
  // Ended early, and ended a second time when it was over already.
  await updateAlert(owner, { alert_id: id, muted_until: at(100).toISOString() });
  await send(40, 20, { bad: 5 });
  now = at(60);
  await updateAlert(owner, { alert_id: id, muted_until: null });
  await lookAt(70);
  expect(await all()).toEqual([]);
  await send(70, 20, { bad: 5 });
  await lookAt(95);
  expect(await all()).toMatchObject([{ status: "open", since: at(70).toISOString() }]);
});

test("a sweep that runs slightly early still checks an alert that is due every minute", async () => {
  const { id } = await create();
  await send(0, 30);
  const sweep = async (minute: number) => {
    await advanceAlerts(database.db, at(minute));
    return (await database.db.select().from(alerts).where(eq(alerts.id, id)))[0]?.foldedUntil;
  };
  expect([await sweep(10.03), await sweep(11.01), await sweep(12.02)]).toEqual([at(5), at(6), at(7)]);
});

test("a person acknowledges an incident and closes it, once each", async () => {
  await create();
  await send(0, 30, { bad: 5 });
  await lookAt(35);
  const [open] = await all();
  const incident_id = open?.id ?? "";
  expect(await acknowledgeIncident(member, { incident_id })).toMatchObject({
    ...{ status: "acknowledged", acknowledged_by: { id: member.caller.userId } },
  });
  expect(await acknowledgeIncident(owner, { incident_id })).toMatchObject({
    ...{ status: "acknowledged", acknowledged_by: { id: member.caller.userId } },
  });
  await closeIncident(owner, { incident_id });
  await expect(closeIncident(owner, { incident_id })).rejects.toThrow("The incident is over.");
  await expect(acknowledgeIncident(owner, { incident_id })).rejects.toThrow("The incident is over.");
  // The trouble lasts, so it is found again.
  await send(30, 30, { bad: 5 });
  await lookAt(65);
  expect((await all()).map(({ status }) => status).sort()).toEqual(["closed", "open"]);
  const { alerts: listed } = await listAlerts(owner, { project_id: project });
  await deleteAlert(owner, { alert_id: listed[0]?.id ?? "" });
  expect(await all()).toEqual([]);
});

test("a comparison with the week before learns first, and its preview matches what the alert would have found", async () => {
  await send(-8 * 1440, 8 * 1440, { step: 10 });
  await send(-8 * 1440, 8 * 1440, { step: 10, bad: 1 });
  await send(-300, 120, { bad: 8 });
  const week = { measure: "errors", comparison: "week_before", margin: 0.2, false_alarm_days: 1000 } as const;
  const preview = await previewAlert(owner, { project_id: project, ...week });
  expect(preview.incidents).toMatchObject([{ side: "above", since: at(-300).toISOString() }]);
  expect(preview.incidents[0]?.recovered_at).not.toBeNull();
  expect(preview.limits?.from).toBeGreaterThan(0.05);
  expect(preview.since).toBe(new Date(at(-7 * 1440).getTime()).toISOString());
  const alert = await create({ ...week, limit: undefined });
  expect(alert.state).toBe("learning");
  await send(0, 30, { bad: 8 });
  await lookAt(35);
  const [incident] = await all();
  expect(incident).toMatchObject({ status: "open", since: at(0).toISOString() });
  expect(incident?.week_before?.rate).toBeCloseTo(0.05);
  expect(incident?.finding).toContain("The week before, it was");
});

test("each measure counts what it names, and leaves out unknown values", async () => {
  await send(0, 1, { latencyMs: 3000, bad: 2 });
  await send(0, 1, { latencyMs: null, status: "UNSET" });
  const { evaluationId, taskId } = await judge();
  const watched = {
    organizationId: organization.id,
    projectId: project,
    latencyMs: 2000,
    costUsd: 0.005,
    evaluationId,
  };
  const span = { from: NOON / MINUTE, to: NOON / MINUTE + 1 };
  await database.db.execute(sql`
    insert into feedback (organization_id, project_id, request_id, target_type, target_id, thumbs, number, created_at)
    select ${organization.id}::uuid, ${project}::uuid, number::text, 'trace', 'x',
      case number when 0 then 'down' when 1 then 'up' end, 1, ${at(0).toISOString()}::timestamptz
    from generate_series(0, 2) as number`);
  // A past span that a backfill took, and one without a verdict, do not count.
  await database.db.execute(sql`
    insert into eval_span_scores
      (organization_id, task_id, evaluation_id, project_id, span_id, trace_id, backfill_id, passed, scored_at)
    select ${organization.id}::uuid, ${taskId}::uuid, ${evaluationId}::uuid, ${project}::uuid, number::text, 'x',
      case number when 0 then gen_random_uuid() end, case number when 1 then null else number > 2 end,
      ${at(0).toISOString()}::timestamptz
    from generate_series(0, 4) as number`);
  const tally = async (measure: "errors" | "latency" | "cost" | "feedback" | "verdicts") => {
    const [found] = await talliesOf(database.db, { ...watched, measure }, span);
    return found && [found.requests, found.bad];
  };
  expect(await tally("errors")).toEqual([10, 2]);
  // What has not ended counts as slow.
  expect(await tally("latency")).toEqual([20, 20]);
  expect(await tally("cost")).toEqual([20, 20]);
  expect(await tally("feedback")).toEqual([2, 1]);
  expect(await tally("verdicts")).toEqual([3, 1]);
});

test("an incident of latency leads to traces that have not ended, which made it", async () => {
  await create({ measure: "latency", latency_ms: 2000 });
  await send(0, 60);
  await send(60, 30, { latencyMs: null, status: "UNSET" });
  await lookAt(95);
  const [incident] = await all();
  const { results } = await listTraces(owner, { ...incident?.traces, page: 1, limit: 10 });
  expect(results).toMatchObject(Array(10).fill({ status: "UNSET", latency_ms: null }));
});

test("a change leaves the time of the look alone, unless the latency changes", async () => {
  const { id } = await create({ measure: "errors", settle_minutes: 1 });
  const changed = async (change: object) => (await updateAlert(member, { alert_id: id, ...change })).settle_minutes;
  expect(await changed({ muted_until: at(60).toISOString() })).toBe(1);
  expect(await changed({ enabled: false })).toBe(1);
  const slow = await create({ name: "Slow", measure: "latency", latency_ms: 30_000, settle_minutes: 1 });
  const { settle_minutes: minutes } = await updateAlert(member, { alert_id: slow.id, latency_ms: 600_000 });
  expect(minutes).toBeGreaterThanOrEqual(10);
});

test("deleting a project deletes its alerts", async () => {
  await create();
  await send(0, 30, { bad: 5 });
  await lookAt(35);
  await database.db.execute(sql`update projects set deleted_at = now() where id = ${project}::uuid`);
  expect(await all()).toEqual([]);
  await database.db.execute(sql`delete from traces where project_id = ${project}::uuid`);
  await database.db.delete(projects).where(eq(projects.id, project));
  expect(await database.db.$count(alerts, eq(alerts.organizationId, organization.id))).toBe(0);
  expect(await database.db.$count(incidents, eq(incidents.organizationId, organization.id))).toBe(0);
});

test("a past incident keeps the latency and cost that it was about", async () => {
  const settings = { measure: "latency", latency_ms: 1000, settle_minutes: 10 } as const;
  const alert = await create(settings);
  const costly = await create({ name: "Cost", measure: "cost", cost_usd: 0.5 });
  const row = {
    ...{ organizationId: organization.id, projectId: project, requests: 10, bad: 9, limitShare: 0.5 },
    ...{ since: at(-60), openedAt: at(-50), closedAt: at(-40) },
    side: "above",
    status: "closed",
  } as const;
  await database.db.insert(incidents).values([
    { ...row, alertId: alert.id, latencyMs: 1000 },
    { ...row, alertId: costly.id, costUsd: 0.5 },
    { ...row, alertId: costly.id },
  ]);
  await updateAlert(member, { alert_id: alert.id, latency_ms: 2000 });
  await updateAlert(member, { alert_id: costly.id, cost_usd: 3 });
  const { results } = await listIncidents(member, { page: 1, limit: 10 });
  expect(results.map(({ finding }) => finding).sort()).toEqual([
    "90 % of 10 traces cost more than $0.5. The limit is 50 %.",
    "90 % of 10 traces cost more than $3. The limit is 50 %.",
    "90 % of 10 traces took more than 1,000 ms. The limit is 50 %.",
  ]);
  expect(results.flatMap(({ traces }) => traces?.min_cost_usd ?? []).sort()).toEqual([0.5, 3]);
});

test("an incident stores the latency of its alert when it opens", async () => {
  const alert = await create({ measure: "latency", latency_ms: 1000, limit: 0.01 });
  await send(0, 120, { latencyMs: 5000 });
  const [due] = await database.db.select().from(alerts).where(eq(alerts.id, alert.id));
  if (!due) throw new Error("no alert");
  await advanceAlert(database.db, { ...due, shared: 1 }, at(200));
  const [incident] = await database.db.select().from(incidents).where(eq(incidents.alertId, alert.id));
  expect(incident).toMatchObject({ latencyMs: 1000, costUsd: null });
});

test("a change of what an alert does not read leaves its incident open", async () => {
  const alert = await create({ measure: "daily_cost", cost_usd: 5 });
  const [open] = await database.db
    .insert(incidents)
    .values({
      ...{ organizationId: organization.id, projectId: project, alertId: alert.id, side: "above", requests: 1 },
      ...{ bad: 0, limitShare: 1, since: at(-60), openedAt: at(-50), spentMicros: 6e6, limitMicros: 5e6 },
    })
    .returning();
  await updateAlert(member, { alert_id: alert.id, latency_ms: 2000, limit: 0.5 });
  const [after] = await database.db
    .select()
    .from(incidents)
    .where(eq(incidents.id, open?.id ?? ""));
  expect(after).toMatchObject({ closedAt: null });
});

test("a margin leaves the incident of a fixed limit open", async () => {
  const alert = await create({ measure: "errors", comparison: "fixed", limit: 0.05 });
  const [open] = await database.db
    .insert(incidents)
    .values({
      ...{ organizationId: organization.id, projectId: project, alertId: alert.id, side: "above", requests: 10 },
      ...{ bad: 5, limitShare: 0.05, since: at(-60), openedAt: at(-50) },
    })
    .returning();
  const closedAt = async () =>
    (
      await database.db
        .select()
        .from(incidents)
        .where(eq(incidents.id, open?.id ?? ""))
    )[0]?.closedAt;
  await updateAlert(member, { alert_id: alert.id, margin: 0.3 });
  expect(await closedAt()).toBeNull();
  await updateAlert(member, { alert_id: alert.id, limit: 0.1 });
  expect(await closedAt()).not.toBeNull();
});
