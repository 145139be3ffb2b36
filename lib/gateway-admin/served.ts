// Which organizations the gateway's own providers serve: those in the configuration file; by default the first one.
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewaySettings, organizations } from "@/db/schema";
import { providerOrganizations } from "./settings/provider-organizations";

/** Whether the gateway's own providers answer keys of this organization; keys of none are the operator's. */
export type Served = (organizationId: string | null) => boolean;

export async function readServed(db: Database): Promise<Served> {
  const [row] = await db
    .select({ config: gatewaySettings.config })
    .from(gatewaySettings)
    .where(and(eq(gatewaySettings.active, true), isNull(gatewaySettings.organizationId)));
  const named = providerOrganizations.shape.optional().parse(row?.config.provider_organizations);
  if (named === "all") return () => true;
  const ids = named ?? [(await firstOrganization(db))?.id];
  return (organizationId) => organizationId === null || ids.includes(organizationId);
}

/** The oldest: the person who installs the server is there before strangers are. */
export async function firstOrganization(db: Database): Promise<{ id: string; name: string } | undefined> {
  const [first] = await db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .orderBy(asc(organizations.createdAt), asc(organizations.id))
    .limit(1);
  return first;
}
