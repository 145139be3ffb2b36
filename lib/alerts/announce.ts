// Notifies people and webhooks of an incident, in the transaction that opened or ended it.
import { and, eq, inArray, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { memberships } from "@/db/schema";
import { notify } from "@/lib/notifications/notify";
import { incidentInOrganization } from "./load";
import { foundIn } from "./present";
import { findingOf } from "./rules/finding";

/** Owners, Admins and the person who created the alert. */
export async function announce(db: Database, organizationId: string, incidentId: string): Promise<void> {
  const found = await incidentInOrganization(db, organizationId, incidentId);
  const { incident, alert, project } = found;
  const people = await db
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        or(
          inArray(memberships.role, ["Owner", "Admin"]),
          alert.createdBy ? eq(memberships.userId, alert.createdBy) : undefined,
        ),
      ),
    );
  const kind = incident.closedAt ? "alert_recovered" : "alert_opened";
  const subject = {
    project_id: project.id,
    project_name: project.name,
    alert_id: alert.id,
    alert_name: alert.name,
    incident_id: incidentId,
    finding: findingOf(foundIn(found)),
  };
  const userIds = people.map(({ userId }) => userId);
  await notify(db, organizationId, userIds, { kind, cause: `${kind}-${incidentId}`, actorId: null, subject });
}
