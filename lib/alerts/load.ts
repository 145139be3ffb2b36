// Loads alerts and incidents, each of one organization.
import { and, asc, eq, getTableColumns, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { alerts, evalTaskEvaluations, incidents, projects, users } from "@/db/schema";
import { notFound } from "@/lib/errors";
import { byName } from "@/lib/pages";

const shown = {
  ...getTableColumns(alerts),
  evaluation: evalTaskEvaluations.name,
  incidentId: incidents.id,
};

export type AlertRow = typeof alerts.$inferSelect;
/** An alert with the name of its evaluation and the id of its open incident. */
export type ShownAlert = AlertRow & { evaluation: string | null; incidentId: string | null };

const selectAlerts = (db: Database) =>
  db
    .select(shown)
    .from(alerts)
    .innerJoin(projects, and(eq(projects.id, alerts.projectId), isNull(projects.deletedAt)))
    .leftJoin(evalTaskEvaluations, eq(evalTaskEvaluations.id, alerts.evaluationId))
    .leftJoin(incidents, and(eq(incidents.alertId, alerts.id), isNull(incidents.closedAt)));

export const alertsOfProject = (db: Database, organizationId: string, projectId: string): Promise<ShownAlert[]> =>
  selectAlerts(db)
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.projectId, projectId)))
    .orderBy(asc(byName(alerts.name)), asc(alerts.id));

export async function alertInOrganization(db: Database, organizationId: string, id: string): Promise<ShownAlert> {
  const [row] = await selectAlerts(db).where(and(eq(alerts.id, id), eq(alerts.organizationId, organizationId)));
  if (!row) throw notFound("Alert not found.");
  return row;
}

/** The alert, locked until the transaction ends: what it remembers and its incidents change together. */
export async function lockAlert(db: Database, organizationId: string, id: string): Promise<ShownAlert> {
  const own = and(eq(alerts.id, id), eq(alerts.organizationId, organizationId));
  await db.select({ id: alerts.id }).from(alerts).where(own).for("update");
  return alertInOrganization(db, organizationId, id);
}

const acknowledger = alias(users, "acknowledger");
const closer = alias(users, "closer");

/** Incidents with everything that is shown of them. */
export const selectIncidents = (db: Database) =>
  db
    .select({
      incident: incidents,
      alert: alerts,
      project: { id: projects.id, name: projects.name },
      evaluation: evalTaskEvaluations.name,
      acknowledgedBy: { id: acknowledger.id, name: acknowledger.name },
      closedBy: { id: closer.id, name: closer.name },
    })
    .from(incidents)
    .innerJoin(alerts, eq(alerts.id, incidents.alertId))
    .innerJoin(projects, and(eq(projects.id, incidents.projectId), isNull(projects.deletedAt)))
    .leftJoin(evalTaskEvaluations, eq(evalTaskEvaluations.id, alerts.evaluationId))
    .leftJoin(acknowledger, eq(acknowledger.id, incidents.acknowledgedBy))
    .leftJoin(closer, eq(closer.id, incidents.closedBy));

export type ShownIncident = Awaited<ReturnType<typeof selectIncidents>>[number];

export async function incidentInOrganization(db: Database, organizationId: string, id: string): Promise<ShownIncident> {
  const [row] = await selectIncidents(db).where(
    and(eq(incidents.id, id), eq(incidents.organizationId, organizationId)),
  );
  if (!row) throw notFound("Incident not found.");
  return row;
}
