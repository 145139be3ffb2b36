import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { tracings } from "@/lib/contracts/gateway/tracing";
import { organizations } from "./accounts";
import { createdAt, id, moment, updatedAt } from "./columns";

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
    creditBalanceMicros: bigint({ mode: "bigint" }),
    metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
    expiresAt: moment(),
    revokedAt: moment(),
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
