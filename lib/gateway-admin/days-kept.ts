import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewaySettings } from "@/db/schema";
import type { DaysKept } from "@/lib/traces/retention";
import type { Retention } from "./settings/retention";

/** For how many days something is kept, by the active configurations; `otherwise` where the gateway's says nothing. */
export async function daysKept(db: Database, name: keyof Retention, otherwise: number): Promise<DaysKept<number>>;
export async function daysKept(db: Database, name: keyof Retention, otherwise: null): Promise<DaysKept>;
export async function daysKept(db: Database, name: keyof Retention, otherwise: number | null): Promise<DaysKept> {
  const kept = sql<unknown>`${gatewaySettings.config} #> array['retention', ${name}::text]`;
  const rows = await db
    .select({ organizationId: gatewaySettings.organizationId, kept })
    .from(gatewaySettings)
    .where(and(eq(gatewaySettings.active, true), isNotNull(kept)));
  const set = rows.map(({ organizationId, kept }) => ({ organizationId, days: Number(kept) }));
  const days = set.find(({ organizationId }) => organizationId === null)?.days ?? otherwise;
  const shorter = set.flatMap(({ organizationId, days: own }) =>
    organizationId !== null && (days === null || own < days) ? [[organizationId, own] as const] : [],
  );
  return { days, shorter: new Map(shorter) };
}
