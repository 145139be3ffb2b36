import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns";

/**
 * Every settled call, every payment and every correction of credits, once. No foreign keys: what was spent stays when who spent it is gone. A call's windows are
 * those of its beginning.
 */
export const gatewayLedger = pgTable(
  "gateway_ledger",
  {
    /** The gateway's own, not the request's, which clients choose. */
    id: id(),
    kind: text({ enum: ["call", "judge", "top_up", "correction"] }).notNull(),
    keyId: uuid().notNull(),
    organizationId: uuid(),
    requestId: text(),
    endUser: text(),
    requestedModel: text(),
    provider: text(),
    model: text(),
    inputTokens: integer(),
    cachedInputTokens: integer(),
    cacheWriteTokens: integer(),
    outputTokens: integer(),
    isEstimated: boolean(),
    /** Null for a model without a price. */
    costMicros: bigint({ mode: "number" }),
    priceVersion: text(),
    /** What the entry adds to the key's credits. */
    creditMicros: bigint({ mode: "number" }).notNull().default(0),
    /** Of a payment: sending the same one again has no effect. */
    idempotencyKey: text(),
    /** Why a payment or a correction was made, as its maker says. */
    note: text(),
    occurredAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("gateway_ledger_key").on(table.keyId, table.occurredAt),
    index("gateway_ledger_organization").on(table.organizationId, table.occurredAt),
    uniqueIndex("gateway_ledger_idempotency_key")
      .on(table.keyId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    // A key's statement of credits, among millions of its calls.
    index("gateway_ledger_credits")
      .on(table.keyId, table.occurredAt, table.id)
      .where(sql`${table.kind} in ('top_up', 'correction')`)
      .concurrently(),
  ],
);

/** The ledger's calls by day (UTC), key, user and model: written with them, so that no sum reads every call. */
export const gatewaySpend = pgTable(
  "gateway_spend",
  {
    day: date({ mode: "string" }).notNull(),
    organizationId: uuid(),
    keyId: uuid().notNull(),
    endUser: text(),
    requestedModel: text().notNull(),
    provider: text().notNull(),
    model: text().notNull(),
    calls: bigint({ mode: "number" }).notNull(),
    inputTokens: bigint({ mode: "number" }).notNull(),
    outputTokens: bigint({ mode: "number" }).notNull(),
    /** Of the calls whose model has a price. */
    costMicros: bigint({ mode: "number" }).notNull(),
    /** How many calls are in no cost, because their model has no price. */
    unpriced: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [
    unique("gateway_spend_key")
      .on(
        table.keyId,
        table.day,
        table.organizationId,
        table.endUser,
        table.requestedModel,
        table.provider,
        table.model,
      )
      .nullsNotDistinct(),
    index("gateway_spend_day").on(table.day),
    index("gateway_spend_organization").on(table.organizationId, table.day),
  ],
);
