// Notifies Owners and Admins of gateway budgets that are spent, or nearly.
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { memberships, type NotificationSubject } from "@/db/schema";
import { accountsOf } from "@/lib/gateway-admin/money/accounts";
import { namedKey } from "@/lib/gateway-admin/requests/key-names";
import { notify } from "@/lib/notifications/notify";
import { budgetFinding, percentReached } from "./rules/budget-finding";

/** Of keys and organizations, once for each window, limit and part: the cause names them, so repeating it notifies nobody. */
export async function announceBudgets(db: Database, now: Date): Promise<void> {
  for (const { account, spent, budget } of await accountsOf(db, now.getTime())) {
    const percent = budget && percentReached({ limit: budget.limit, spent });
    if (!percent || budget.organizationId === null) continue;
    if (budget.level !== "key" && budget.level !== "organization") continue;
    const { organizationId, name, limit, period } = budget;
    const key = budget.level === "key" ? await namedKey(db, organizationId, name) : null;
    // It can spend nothing more.
    if (key?.isRevoked) continue;
    const subject: NotificationSubject = {
      ...(budget.level === "key" ? { key_id: name, key_kind: key?.kind ?? "deleted" } : {}),
      percent,
      finding: budgetFinding({
        ...{ key: budget.level === "key" ? (key?.name ?? "that was deleted") : null },
        ...{ period, limit, spent },
      }),
    };
    const cause = `${account}-${limit}-${percent}`;
    await notify(db, organizationId, await adminsOf(db, organizationId), {
      ...{ kind: "budget_reached", cause, actorId: null, subject },
    });
  }
}

async function adminsOf(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), inArray(memberships.role, ["Owner", "Admin"])));
  return rows.map(({ userId }) => userId);
}
