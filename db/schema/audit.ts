import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { auditActors, auditTargets } from "@/lib/contracts/shapes";
import { createdAt, id, jsonb } from "./columns";

/**
 * Who did what in an organization's administration. Nothing changes or deletes a row but retention and erasure: see
 * db/functions/audit.sql. No foreign keys: an act stays when its person or target is gone.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: id(),
    /** Null for what the operator did for no organization. */
    organizationId: uuid(),
    actor: text({ enum: auditActors }).notNull(),
    userId: uuid(),
    /** The API key that was used. */
    apiKeyId: uuid(),
    /** An IPv4 address, or an IPv6 address's /64. */
    address: text(),
    userAgent: text(),
    /** The operation's name. */
    action: text().notNull(),
    targetType: text({ enum: auditTargets }).notNull(),
    targetId: text(),
    targetName: text(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (table) => [
    index("audit_entries_newest").on(table.organizationId, table.createdAt, table.id),
    index("audit_entries_created").on(table.createdAt),
  ],
);
