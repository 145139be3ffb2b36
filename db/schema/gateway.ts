import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Budget } from "@/lib/contracts/gateway/budget";
import {
  type FiredGuardrail,
  gatewayOperations,
  type ProviderAttempt,
  type UsedPrompt,
} from "@/lib/contracts/gateway/request-record";
import { tracings } from "@/lib/contracts/gateway/tracing";
import { cacheOutcomes } from "@/lib/contracts/names";
import { organizations, users } from "./accounts";
import { createdAt, id, jsonb, moment, tsvector, updatedAt, waitingList } from "./columns";
import { hashOf } from "./hashed-text";

/** Keys made by the gateway's administration. Redis holds the projection that the gateway reads. */
export const gatewayKeys = pgTable(
  "gateway_keys",
  {
    id: id(),
    /** Null for keys of the self-hosted configuration file that name no organization. */
    organizationId: uuid().references(() => organizations.id),
    name: text().notNull(),
    owner: text(),
    /** First characters, shown in lists. */
    keyHint: text().notNull(),
    /** SHA-256 of the key. */
    keyHash: text().notNull(),
    /** Of the keys that it had before it was rotated, oldest first: none of them is ever another key's. */
    formerKeyHashes: text().array().notNull().default([]),
    /** Until then the last of them works as well. */
    graceEndsAt: moment(),
    keyType: text({ enum: ["byok", "managed"] })
      .notNull()
      .default("byok"),
    /** Who the key comes from: the administration API, or the configuration file. */
    origin: text({ enum: ["api", "config"] })
      .notNull()
      .default("api"),
    rateLimitRpm: integer(),
    rateLimitTpm: integer(),
    allowedModels: text().array().notNull().default([]),
    allowedProviders: text().array().notNull().default([]),
    /** Addresses and ranges (CIDR). */
    allowedIps: text().array().notNull().default([]),
    /** What of its calls is recorded; null leaves that to its organization. */
    tracing: text({ enum: tracings }),
    /** The balance of a managed key's credits: the sum of its entries in the ledger. */
    creditBalanceMicros: bigint({ mode: "bigint" }),
    /** Its own, in place of what its organization sets for each key. */
    budget: jsonb().$type<Budget>(),
    metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
    expiresAt: moment(),
    revokedAt: moment(),
    /** Since when the gateway refuses it, until it is resumed. */
    pausedAt: moment(),
    /** When one of its calls was last answered, to the minute. */
    lastUsedAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("gateway_keys_key_hash_key").on(table.keyHash),
    index("gateway_keys_live").on(table.createdAt).where(sql`${table.revokedAt} is null`),
    index("gateway_keys_newest").on(table.createdAt, table.id),
  ],
);

/** Versions of the gateway's settings; at most one a subject is active. Redis holds the projection that the gateway reads. */
export const gatewaySettings = pgTable(
  "gateway_settings",
  {
    id: id(),
    /** Null for the settings of the whole gateway. */
    organizationId: uuid().references(() => organizations.id),
    version: integer().notNull(),
    /** In the spelling of the configuration file; providers' keys are sealed by lib/auth/encryption.ts. */
    config: jsonb().$type<Record<string, unknown>>().notNull(),
    origin: text({ enum: ["api", "config"] }).notNull(),
    /** The Owner or Admin who made it; null for the operator, and for the configuration file. */
    createdBy: uuid().references(() => users.id),
    /** Why it was made, as its maker says. */
    changeDescription: text(),
    active: boolean().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("gateway_settings_version_key").on(table.organizationId, table.version).nullsNotDistinct(),
    uniqueIndex("gateway_settings_active_key")
      .on(sql`coalesce(${table.organizationId}, '00000000-0000-0000-0000-000000000000'::uuid)`)
      .where(sql`${table.active}`),
  ],
);
/**
 * Every request that asked for a model under a valid key, refused ones too. What was said is not here: it stands in the span that
 * `trace_id` and `span_id` name, where one is kept. No foreign keys, as in the ledger.
 */
export const gatewayRequests = pgTable(
  "gateway_requests",
  {
    /** The gateway's own, not the request's, which clients choose. */
    id: id(),
    organizationId: uuid(),
    keyId: uuid().notNull(),
    requestId: text().notNull(),
    operation: text({ enum: gatewayOperations }).notNull(),
    requestedModel: text(),
    provider: text(),
    model: text(),
    /** The version of a prompt that was filled in; null for none. */
    prompt: jsonb().$type<UsedPrompt>(),
    endUser: text(),
    session: text(),
    /** HTTP's. */
    status: smallint().notNull(),
    code: text(),
    message: text(),
    startedAt: moment().notNull(),
    latencyMs: integer().notNull(),
    firstChunkMs: integer(),
    isStream: boolean().notNull(),
    inputTokens: integer(),
    outputTokens: integer(),
    /** Null for a model without a price. */
    costMicros: bigint({ mode: "number" }),
    cache: text({ enum: cacheOutcomes }),
    /** Null where none fired. */
    guardrails: jsonb().$type<FiredGuardrail[]>(),
    /** Null where the first provider answered. */
    attempts: jsonb().$type<ProviderAttempt[]>(),
    userAgent: text(),
    traceId: text(),
    spanId: text(),
    /** The names by which it is found. Older rows also have words of their contents. */
    terms: tsvector().notNull(),
  },
  (table) => [
    index("gateway_requests_organization").on(table.organizationId, table.startedAt, table.id),
    index("gateway_requests_newest").on(table.startedAt, table.id),
    // As narrow as hash indexes. Those become slow where a client repeats one id. See docs/decisions/0258.
    index("gateway_requests_request").on(hashOf(table.requestId)).concurrently(),
    index("gateway_requests_span").on(hashOf(table.traceId), hashOf(table.spanId)).concurrently(),
    // One for every search by names: whichever are rare are looked up, the common ones are walked to by time.
    index("gateway_requests_terms").using("gin", table.terms).with(waitingList),
  ],
);

/** How many requests of a day (UTC) are not in the log, because the database did not store them in time. */
export const recordLosses = pgTable(
  "record_losses",
  {
    organizationId: uuid().notNull(),
    day: date().notNull(),
    dropped: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.day] })],
);
