// Incidents of an organization's projects.
import { and, asc, count, eq, isNotNull, isNull } from "drizzle-orm";
import { alerts, incidents, projects } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/alerts/incidents";
import { conflict } from "@/lib/errors";
import { assertPage, newestFirst, pageRange } from "@/lib/pages";
import { projectInOrganization } from "@/lib/traces/projects";
import { inTransaction } from "@/lib/transaction";
import { closeRow } from "./alerts";
import { alertInOrganization, incidentInOrganization, lockAlert, selectIncidents } from "./load";
import { presentIncident } from "./present";
import { newMemory } from "./rules/advance";
import { sidesOf } from "./rules/settings";

export const listIncidents: Verb<typeof contracts.listIncidents> = async ({ db, caller }, input) => {
  const { organizationId } = caller;
  if (input.project_id) await projectInOrganization(db, organizationId, input.project_id);
  if (input.alert_id) await alertInOrganization(db, organizationId, input.alert_id);
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(incidents.organizationId, organizationId),
    input.project_id ? eq(incidents.projectId, input.project_id) : undefined,
    input.alert_id ? eq(incidents.alertId, input.alert_id) : undefined,
    input.open === undefined ? undefined : input.open ? isNull(incidents.closedAt) : isNotNull(incidents.closedAt),
  );
  const [[total], rows] = await Promise.all([
    db
      .select({ count: count() })
      .from(incidents)
      .innerJoin(projects, and(eq(projects.id, incidents.projectId), isNull(projects.deletedAt)))
      .where(where),
    selectIncidents(db)
      .where(where)
      .orderBy(newestFirst(incidents.openedAt), asc(incidents.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map(presentIncident) };
};

export const getIncident: Verb<typeof contracts.getIncident> = async ({ db, caller }, { incident_id }) =>
  presentIncident(await incidentInOrganization(db, caller.organizationId, incident_id));

/** The open incident with its alert locked, so that the background does not end it meanwhile. */
async function openIncident({ db, caller }: Context, id: string) {
  const { alert } = await incidentInOrganization(db, caller.organizationId, id);
  await lockAlert(db, caller.organizationId, alert.id);
  const found = await incidentInOrganization(db, caller.organizationId, id);
  if (found.incident.closedAt) throw conflict("The incident is over.");
  return found;
}

export const acknowledgeIncident: Verb<typeof contracts.acknowledgeIncident> = (context, { incident_id: id }) =>
  inTransaction(context, async (inner) => {
    const { db, caller, now } = inner;
    const { incident } = await openIncident(inner, id);
    if (incident.status === "open")
      await db
        .update(incidents)
        .set({ status: "acknowledged", acknowledgedAt: now(), acknowledgedBy: caller.userId })
        .where(eq(incidents.id, id));
    return presentIncident(await incidentInOrganization(db, caller.organizationId, id));
  });

export const closeIncident: Verb<typeof contracts.closeIncident> = (context, { incident_id: id }) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const { alert } = await openIncident(inner, id);
    await closeRow(inner, id);
    await db
      .update(alerts)
      .set({ memory: newMemory(sidesOf(alert.measure)), revision: alert.revision + 1 })
      .where(eq(alerts.id, alert.id));
    return presentIncident(await incidentInOrganization(db, caller.organizationId, id));
  });
