// An Owner deletes the organization: nobody sees it from then on, and the background deletes what it had.

import { and, eq, isNull, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { advisoryLocks } from "@/db/advisory-locks";
import type { Database } from "@/db/client";
import {
  apiKeys,
  companyDomains,
  erasures,
  gatewayKeys,
  gatewaySettings,
  memberships,
  organizations,
  users,
  webhooks,
} from "@/db/schema";
import { boundedCount } from "@/db/statistics/bounded-count";
import { recordAct } from "@/lib/audit/record";
import { assertPerson } from "@/lib/auth/access";
import { isSameText } from "@/lib/bounds/normal-form";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/erasure";
import { invalidField, notFound } from "@/lib/errors";
import { forgetOrganization } from "@/lib/gateway-admin/forget-organization";
import { inTransaction } from "@/lib/transaction";
import { removeCompanySignIn } from "../company/remove";
import { erasureRequested } from "./advance-erasure";
import { erasePerson } from "./erase-person";

export const DELETED_ORGANIZATION = "Deleted organization";

export const getOrganizationLosses: Verb<typeof contracts.getOrganizationLosses> = async ({ db, caller }) => {
  const { organizationId } = caller;
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, organizationId));
  if (!organization) throw notFound("The organization does not exist.");
  const countOf = async (table: string) => {
    const own = sql`organization_id = ${organizationId}::uuid`;
    return (await boundedCount(db, sql.identifier(table).getSQL(), own)).count;
  };
  const tables = [
    "memberships",
    "queues",
    "scores",
    "datasets",
    "traces",
    "prompts",
    "api_keys",
    "gateway_keys",
  ] as const;
  const counts = await Promise.all(tables.map(countOf));
  const [members = 0, queues = 0, annotations = 0, datasets = 0, traces = 0, prompts = 0, apiKeyCount = 0, keys = 0] =
    counts;
  const people = (await peopleOnlyHere(db, organizationId)).length;
  return {
    name: organization.name,
    members,
    people,
    queues,
    annotations,
    datasets,
    traces,
    prompts,
    api_keys: apiKeyCount,
    gateway_keys: keys,
  };
};

async function peopleOnlyHere(db: Database, organizationId: string): Promise<string[]> {
  const others = alias(memberships, "others");
  const rows = await db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        notExists(
          db
            .select({ id: others.userId })
            .from(others)
            .where(and(eq(others.userId, memberships.userId), sql`${others.organizationId} <> ${organizationId}`)),
        ),
      ),
    )
    .orderBy(memberships.userId);
  return rows.map(({ id }) => id);
}

export const deleteOrganization: Verb<typeof contracts.deleteOrganization> = (context, input) => {
  assertPerson(context.caller);
  return inTransaction(context, async (inner) => {
    const { db, caller, now, emit } = inner;
    const { organizationId } = caller;
    await db.execute(sql`select pg_advisory_xact_lock_shared(${advisoryLocks.projection})`);
    const own = eq(organizations.id, organizationId);
    const [organization] = await db.select().from(organizations).where(own).for("update");
    if (!organization || organization.deletedAt) throw notFound("The organization does not exist.");
    if (!isSameText(organization.name, input.name)) throw invalidField("name", "This is not the organization's name.");
    const [erasure] = await db
      .insert(erasures)
      .values({ organizationId, kind: "organization", targetId: organizationId, lastProgressAt: now() })
      .returning();
    if (!erasure) throw new Error("the erasure was not stored");
    // Its own log goes with it; this entry stays with the operator.
    await recordAct(inner, { targetId: organizationId, organizationId: null });
    const deletedKeys = await close(db, organizationId, now());
    await forgetOrganization(db, organizationId, deletedKeys);
    await emit(erasureRequested(erasure.id, organizationId, `erasure-${erasure.id}`));
    return { deleted: true as const, erasure_id: erasure.id };
  });
};

/**
 * Ends everybody's access at once. The row stays: the first organization of a server is known by it. Returns the hashes of
 * keys whose rows went with their people.
 */
async function close(db: Database, organizationId: string, now: Date): Promise<string[]> {
  const deletedKeys: string[] = [];
  for (const id of await peopleOnlyHere(db, organizationId)) deletedKeys.push(...(await erasePerson(db, id, now)));
  await removeCompanySignIn(db, organizationId);
  await db.delete(companyDomains).where(eq(companyDomains.organizationId, organizationId));
  await db.delete(memberships).where(eq(memberships.organizationId, organizationId));
  await db.update(users).set({ lastOrganizationId: null }).where(eq(users.lastOrganizationId, organizationId));
  await db
    .update(apiKeys)
    .set({ deletedAt: now })
    .where(and(eq(apiKeys.organizationId, organizationId), isNull(apiKeys.deletedAt)));
  await db
    .update(gatewayKeys)
    .set({ revokedAt: now })
    .where(and(eq(gatewayKeys.organizationId, organizationId), isNull(gatewayKeys.revokedAt)));
  await db.update(gatewaySettings).set({ active: false }).where(eq(gatewaySettings.organizationId, organizationId));
  await db.update(webhooks).set({ disabledAt: now }).where(eq(webhooks.organizationId, organizationId));
  await db.execute(sql`update feedback_keys set revoked_at = now() where organization_id = ${organizationId}`);
  await db
    .update(organizations)
    .set({ name: DELETED_ORGANIZATION, mediaHosts: [], deletedAt: now })
    .where(eq(organizations.id, organizationId));
  return deletedKeys;
}
