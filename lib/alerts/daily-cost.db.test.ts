// An alert on what a day costs, on a real database.
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { alerts, notifications } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { createProject } from "@/lib/traces/projects";
import { createAlert, updateAlert } from "./alerts";
import { closeIncident, listIncidents } from "./incidents";
import { previewAlert } from "./preview";
import { advanceAlerts } from "./work";

const database = suiteDatabase();
/** A Wednesday at noon, UTC. */
const NOON = Date.UTC(2026, 2, 4, 12);
const HOUR = 3_600_000;
let organization: TestOrganization;
let owner: Context;
let project: string;
let now: Date;

beforeEach(async () => {
  organization = await createOrganization(database.db);
  now = new Date(NOON);
  owner = { ...(await createCaller(database.db, organization, "Owner")), now: () => now };
  project = (await createProject(owner, { name: "shop" })).id;
});

const spend = (hours: number, usd: number | null, of = project) =>
  database.db.execute(sql`
    insert into traces (organization_id, project_id, trace_id, started_at, status, cost_usd)
    values (${organization.id}::uuid, ${of}::uuid, md5(random()::text),
      ${new Date(NOON + hours * HOUR).toISOString()}::timestamptz, 'OK', ${usd}::double precision)`);

const create = () =>
  createAlert(owner, {
    ...{ project_id: project, name: "Budget", measure: "daily_cost", comparison: "fixed", cost_usd: 0.3 },
    ...{ margin: 0.2, false_alarm_days: 1000 },
  });

/** Looks at all alerts, so many hours after noon. */
async function look(hours: number) {
  now = new Date(NOON + hours * HOUR);
  await database.db.update(alerts).set({ dueAt: now });
  await advanceAlerts(database.db, now);
  return (await listIncidents(owner, { project_id: project, page: 1, limit: 10 })).results;
}

test("an incident opens when a day costs more than the limit, to the micro-dollar, and ends with the day", async () => {
  await create();
  // Of the day before, of another project, and without a known cost.
  await spend(-13, 5);
  await spend(0, 5, (await createProject(owner, { name: "other" })).id);
  await spend(0, null);
  for (const usd of [0.1, 0.1, 0.1]) await spend(-1, usd);
  expect(await look(1)).toEqual([]);
  await spend(1, 0.000_001);
  const [incident] = await look(2);
  expect(incident).toMatchObject({
    status: "open",
    since: "2026-03-04T00:00:00.000Z",
    opened_at: "2026-03-04T14:00:00.000Z",
    finding: "Traces of 2026-03-04 (UTC) have cost $0.300001. The limit is $0.30 a day.",
    requests: 4,
    daily_cost: { spent_usd: 0.300001, limit_usd: 0.3 },
    ...{ bad: null, rate: null, rate_interval: null, limit: null },
    traces: { project_id: project, since: "2026-03-04T00:00:00.000Z", until: "2026-03-05T00:00:00.000Z" },
  });
  await spend(2, 1);
  expect(await look(3)).toHaveLength(1);
  expect(await database.db.$count(notifications, eq(notifications.userId, owner.caller.userId))).toBe(1);
  expect(await look(13)).toMatchObject([{ status: "recovered", closed_at: "2026-03-05T00:00:00.000Z" }]);
});

test("costs after a day's last check are found the next day, and a new alert ignores the day before", async () => {
  await create();
  await look(12);
  await spend(11.99, 0.4);
  expect(await look(12.2)).toMatchObject([
    { status: "recovered", since: "2026-03-04T00:00:00.000Z", closed_at: "2026-03-05T00:00:00.000Z" },
  ]);
  expect(await look(12.3)).toHaveLength(1);
  now = new Date(NOON + 12.15 * HOUR);
  await createAlert(owner, {
    ...{ project_id: project, name: "Late", measure: "daily_cost", comparison: "fixed", cost_usd: 0.2 },
    ...{ margin: 0.2, false_alarm_days: 1000 },
  });
  expect(await look(12.3)).toHaveLength(1);
});

test("an incident closed by a person stays closed that day, unless the limit is raised and exceeded again", async () => {
  const { id: alert_id } = await create();
  await spend(0, 0.4);
  const [incident] = await look(1);
  await closeIncident(owner, { incident_id: incident?.id ?? "" });
  expect(await look(2)).toMatchObject([{ status: "closed" }]);
  await updateAlert(owner, { alert_id, cost_usd: 0.5 });
  expect(await look(3)).toHaveLength(1);
  await spend(3, 0.2);
  expect(await look(4)).toMatchObject([{ status: "open", daily_cost: { limit_usd: 0.5 } }, { status: "closed" }]);
});

test("a preview shows which recent days cost too much, and a comparison with the week before is refused", async () => {
  await spend(-24, 0.2);
  await spend(-25, 0.2);
  await spend(-48, 0.2);
  const input = {
    project_id: project,
    measure: "daily_cost",
    cost_usd: 0.3,
    margin: 0,
    false_alarm_days: 1000,
  } as const;
  expect(await previewAlert(owner, { ...input, comparison: "fixed" })).toMatchObject({
    ...{ requests: 3, bad: null, rate: null, limits: null, greatest_day_usd: 0.4 },
    incidents: [{ since: "2026-03-03T00:00:00.000Z", recovered_at: "2026-03-04T00:00:00.000Z", spent_usd: 0.4 }],
  });
  await expect(previewAlert(owner, { ...input, comparison: "week_before" })).rejects.toMatchObject({
    detail: { fields: { comparison: ["The cost of a day has a fixed limit."] } },
  });
});
