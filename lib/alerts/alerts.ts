// The alerts of a project.
import { and, eq, ne } from "drizzle-orm";
import type { Database } from "@/db/client";
import { alerts, evalTaskEvaluations, evalTasks, incidents, projects } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import { changedFields } from "@/lib/audit/rules/changed-fields";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/alerts/alerts";
import { MAX_ALERTS } from "@/lib/contracts/limits";
import { conflict, invalid, invalidField } from "@/lib/errors";
import { projectInOrganization } from "@/lib/traces/projects";
import { inTransaction } from "@/lib/transaction";
import { alertInOrganization, alertsOfProject, lockAlert, type ShownAlert } from "./load";
import { presentAlert, settingsIn } from "./present";
import { newMemory } from "./rules/advance";
import { changed } from "./rules/changed";
import { changesTest, flawOf, readsVerdicts, type Settings, sidesOf, usualSettle } from "./rules/settings";

const MINUTE_MS = 60_000;

export const listAlerts: Verb<typeof contracts.listAlerts> = async ({ db, caller, now }, { project_id }) => {
  const { id, name } = await projectInOrganization(db, caller.organizationId, project_id);
  const rows = await alertsOfProject(db, caller.organizationId, id);
  return { project: { id, name }, alerts: rows.map((row) => presentAlert(row, now())) };
};

export const createAlert: Verb<typeof contracts.createAlert> = (context, { project_id, name, ...input }) =>
  inTransaction(context, async (inner) => {
    const { db, caller, now } = inner;
    const { organizationId, userId: createdBy } = caller;
    const settings = await checked(db, { organizationId, projectId: project_id }, settingsOf(input));
    // One at a time, so that requests at once do not pass the limit together.
    await db.select({ id: projects.id }).from(projects).where(eq(projects.id, project_id)).for("no key update");
    const known = await alertsOfProject(db, organizationId, project_id);
    if (known.length >= MAX_ALERTS) throw invalid(`A project has at most ${MAX_ALERTS} alerts. Delete one first.`);
    if (known.some((alert) => alert.name === name)) throw nameTaken();
    const [row] = await db
      .insert(alerts)
      .values({
        ...{ organizationId, projectId: project_id, name, createdBy, ...settings },
        memory: newMemory(sidesOf(settings.measure)),
        foldedUntil: firstMinute(now(), settings),
        dueAt: now(),
      })
      .returning({ id: alerts.id });
    if (!row) throw new Error("the alert was not stored");
    const made = await alertInOrganization(db, organizationId, row.id);
    await recordAct(inner, { targetId: row.id, targetName: name, after: { project_id, ...settingsIn(made) } });
    return presentAlert(made, now());
  });

export const updateAlert: Verb<typeof contracts.updateAlert> = (context, { alert_id, ...input }) =>
  inTransaction(context, async (inner) => {
    const { db, caller, now } = inner;
    const before = await lockAlert(db, caller.organizationId, alert_id);
    const settings = await checked(db, before, changed(before, input));
    if (input.name !== undefined && (await isNameTaken(db, before, input.name))) throw nameTaken();
    const enabled = input.enabled ?? before.enabled;
    const mutedUntil = input.muted_until === undefined ? before.mutedUntil : dateOf(input.muted_until);
    const isNew = enabled !== before.enabled || changesTest(before, settings);
    if (isNew && before.incidentId) await closeRow(inner, before.incidentId);
    const isMuted = input.muted_until !== undefined && !before.incidentId;
    await db
      .update(alerts)
      .set({
        ...{ ...settings, name: input.name ?? before.name, enabled, mutedUntil },
        ...(isNew || isMuted
          ? { memory: newMemory(sidesOf(settings.measure), isNew ? null : before.memory.baseline) }
          : {}),
        foldedUntil: foldedFrom(
          before,
          { settings: isNew ? settings : null, isMuteSet: input.muted_until !== undefined },
          now(),
        ),
        // Also if it is being looked at by what it was: that look writes nothing.
        dueAt: now(),
        revision: before.revision + 1,
      })
      .where(eq(alerts.id, before.id));
    const after = await alertInOrganization(db, caller.organizationId, alert_id);
    const change = changedFields(settingsIn(before), settingsIn(after));
    await recordAct(inner, { targetId: before.id, targetName: after.name, ...change });
    return presentAlert(after, now());
  });

export const deleteAlert: Verb<typeof contracts.deleteAlert> = async ({ db, caller }, { alert_id }) => {
  const { id } = await alertInOrganization(db, caller.organizationId, alert_id);
  await db.delete(alerts).where(eq(alerts.id, id));
  return { deleted: true };
};

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** What is there already is not tested: an alert watches from now on. Of a day's cost it is the last look. */
const firstMinute = (now: Date, { measure, settleMinutes }: Settings): Date =>
  new Date((Math.floor(now.getTime() / MINUTE_MS) - (measure === "daily_cost" ? 0 : settleMinutes)) * MINUTE_MS);

/** Where a changed alert goes on. Minutes of a silence that is changed are left out: it opens nothing for them. */
function foldedFrom(
  before: ShownAlert,
  { settings, isMuteSet }: { settings: Settings | null; isMuteSet: boolean },
  now: Date,
): Date {
  const from = settings ? firstMinute(now, settings) : before.foldedUntil;
  if (!isMuteSet || !before.mutedUntil) return from;
  const silentUntil = Math.min(before.mutedUntil.getTime(), now.getTime());
  return new Date(Math.max(from.getTime(), Math.ceil(silentUntil / MINUTE_MS) * MINUTE_MS));
}

type New = Omit<Parameters<Verb<typeof contracts.createAlert>>[1], "project_id" | "name">;

export const settingsOf = (input: New): Settings => ({
  measure: input.measure,
  comparison: input.comparison,
  limitShare: input.measure === "daily_cost" ? null : (input.limit ?? null),
  margin: input.margin,
  latencyMs: input.latency_ms ?? null,
  costUsd: input.cost_usd ?? null,
  evaluationId: readsVerdicts(input.measure) ? (input.evaluation_id ?? null) : null,
  settleMinutes: input.settle_minutes ?? usualSettle(input.measure === "latency" ? input.latency_ms : null),
  falseAlarmDays: input.false_alarm_days,
});

/** Throws a 400 that names the field that is wrong. */
export async function checked(
  db: Database,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  settings: Settings,
): Promise<Settings> {
  await projectInOrganization(db, organizationId, projectId);
  const flaw = flawOf(settings);
  if (flaw) throw invalidField(flaw.field, flaw.message);
  if (settings.evaluationId === null) return settings;
  const [evaluation] = await db
    .select({ id: evalTaskEvaluations.id })
    .from(evalTaskEvaluations)
    .innerJoin(evalTasks, eq(evalTasks.id, evalTaskEvaluations.taskId))
    .where(
      and(
        eq(evalTaskEvaluations.id, settings.evaluationId),
        eq(evalTasks.organizationId, organizationId),
        eq(evalTasks.projectId, projectId),
      ),
    );
  if (!evaluation) throw invalidField("evaluation_id", "No task of this project has this evaluation.");
  return settings;
}

const isNameTaken = async (db: Database, { projectId, id }: ShownAlert, name: string): Promise<boolean> =>
  (await db.$count(alerts, and(eq(alerts.projectId, projectId), eq(alerts.name, name), ne(alerts.id, id)))) > 0;
const nameTaken = () => conflict("This project already has an alert with this name.");

/** Ends an incident by the caller's hand. */
export async function closeRow({ db, caller, now }: Context, id: string): Promise<void> {
  await db
    .update(incidents)
    .set({ status: "closed", closedAt: now(), closedBy: caller.userId })
    .where(eq(incidents.id, id));
}
