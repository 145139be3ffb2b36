import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewaySettings } from "@/db/schema";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { pricingShape, readPricing } from "@/lib/gateway/money/configured-prices";
import type { Pricings } from "@/lib/gateway/money/price";
import { lacksCost, priceSpan } from "./price-span";

/** The spans with the costs that their application left out. Prices are loaded once, and only if a span needs one. */
export async function priceSpans(
  db: Database,
  organizationId: string,
  spans: readonly SpanRecord[],
): Promise<readonly SpanRecord[]> {
  if (!spans.some(lacksCost)) return spans;
  const pricings = await pricingsOf(db, organizationId);
  return spans.map((span) => priceSpan(span, pricings));
}

/** The organization's configured prices, then the gateway's. */
async function pricingsOf(db: Database, organizationId: string): Promise<Pricings> {
  const rows = await db
    .select({ pricing: sql<unknown>`${gatewaySettings.config} -> 'pricing'` })
    .from(gatewaySettings)
    .where(
      and(
        eq(gatewaySettings.active, true),
        or(eq(gatewaySettings.organizationId, organizationId), isNull(gatewaySettings.organizationId)),
      ),
    )
    .orderBy(sql`${gatewaySettings.organizationId} is null`);
  return rows.map(({ pricing }) => (pricing ? readPricing(pricingShape.parse(pricing)) : null));
}
