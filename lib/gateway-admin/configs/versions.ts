// Versions of the gateway's configuration and of organizations'. Their numbers only grow, and at most one is active. A
// writer locks the organization's row, so that versions are written one after another.
import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewaySettings, organizations } from "@/db/schema";
import { noOrganization } from "../access";
import type { Config } from "../settings/section";

export type VersionRow = typeof gatewaySettings.$inferSelect;

/** Those of an organization; of the whole gateway without one. */
export const versionsOf = (organizationId: string | null) =>
  organizationId ? eq(gatewaySettings.organizationId, organizationId) : isNull(gatewaySettings.organizationId);

/** Has others who write this organization's versions wait for the transaction's end. Throws when there is none. */
export async function lockOrganization(tx: Database, id: string): Promise<void> {
  const organization = tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id));
  const [found] = await organization.for("no key update");
  if (!found) throw noOrganization(id);
}

export interface ConfigState {
  /** The newest version's number; 0 without one. */
  latest: number;
  active: VersionRow | null;
  /** The configuration file's last content. */
  fromFile: VersionRow | null;
  /** The operator's last configuration, from the file or the API. */
  fromOperator: VersionRow | null;
}

export async function configStateOf(tx: Database, organizationId: string | null): Promise<ConfigState> {
  const own = versionsOf(organizationId);
  const newest = (which = sql`true`) =>
    sql`${gatewaySettings.version} = (select max("version") from ${gatewaySettings} where ${own} and ${which})`;
  const ofFile = newest(eq(gatewaySettings.origin, "config"));
  const rows = await tx
    .select()
    .from(gatewaySettings)
    .where(and(own, or(eq(gatewaySettings.active, true), newest(), ofFile, newest(isNull(gatewaySettings.createdBy)))));
  const byNumber = rows.toSorted((one, other) => other.version - one.version);
  return {
    latest: byNumber[0]?.version ?? 0,
    active: rows.find(({ active }) => active) ?? null,
    fromFile: byNumber.find(({ origin }) => origin === "config") ?? null,
    fromOperator: byNumber.find(({ createdBy }) => createdBy === null) ?? null,
  };
}

interface NewVersion {
  organizationId: string | null;
  /** The number of the newest one before. */
  latest: number;
  /** Its secrets sealed. */
  config: Config;
  origin: VersionRow["origin"];
  /** The Owner or Admin who creates it; null for the operator. */
  createdBy: string | null;
  changeDescription?: string | undefined;
}

/** Writes the next version and makes it the active one. */
export async function insertVersion(tx: Database, { latest, ...version }: NewVersion): Promise<VersionRow> {
  await deactivate(tx, version.organizationId);
  const row = { ...version, version: latest + 1, active: true };
  const [inserted] = await tx.insert(gatewaySettings).values(row).returning();
  if (!inserted) throw new Error("Storing the version returned no row.");
  return inserted;
}

/** Makes a version that exists the active one. */
export async function activateVersion(tx: Database, { id, organizationId }: VersionRow): Promise<VersionRow> {
  await deactivate(tx, organizationId);
  const [active] = await tx.update(gatewaySettings).set({ active: true }).where(eq(gatewaySettings.id, id)).returning();
  if (!active) throw new Error("Activating the version returned no row.");
  return active;
}

const deactivate = (tx: Database, organizationId: string | null) =>
  tx
    .update(gatewaySettings)
    .set({ active: false })
    .where(and(versionsOf(organizationId), eq(gatewaySettings.active, true)));
