// The kinds of data that are kept for days: where they are, and what decides for how long.
import { type SQL, sql } from "drizzle-orm";
import type { RetainedKind } from "@/lib/contracts/shapes";
import type { Retention } from "@/lib/gateway-admin/settings/retention";

export interface KindOfData {
  /** The first has the rows that are counted. */
  tables: readonly string[];
  /** The column of the first table that its age counts from, or an expression. */
  at: string;
  /** Which rows of the first table still have data, if not all. */
  withData?: SQL;
  /** Which old rows of those a sweep deletes, if not all. */
  swept?: SQL;
  /** The setting in the organization's configuration; null for a fixed number of days. */
  setting: keyof Retention | null;
  /** Where nobody has set anything; null forever. */
  usual: number | null;
}

/**
 * Entries of changes to retention, or a short time would delete the evidence of itself. A configuration can change it too:
 * its entry has the sections that differ, or their names where they are too long for it.
 */
export const changesRetention = sql`(action = 'setRetention' or coalesce("before" ? 'retention', false)
  or coalesce("after" ? 'retention', false) or coalesce("before" -> 'fields' ? 'retention', false)
  or coalesce("after" -> 'fields' ? 'retention', false))`;

const hasFile = sql`status in ('completed', 'queued', 'running')`;

export const kindsOfData: Readonly<Record<RetainedKind, KindOfData>> = {
  traces: {
    tables: ["traces", "spans", "span_segments", "filter_groups"],
    at: "started_at",
    setting: "trace_days",
    usual: null,
  },
  gateway_log: { tables: ["gateway_requests"], at: "started_at", setting: "request_log_days", usual: 90 },
  evaluation_logs: { tables: ["eval_logs"], at: "created_at", setting: "eval_log_days", usual: null },
  audit_log: {
    tables: ["audit_entries"],
    at: "created_at",
    swept: sql`not ${changesRetention}`,
    setting: "audit_days",
    usual: null,
  },
  // The rows of exports stay, as a list of what was exported. Only files are deleted, and they age from when they are done.
  exports: {
    tables: ["queue_exports", "queue_export_parts"],
    at: "coalesce(finished_at, created_at)",
    withData: hasFile,
    setting: null,
    usual: 7,
  },
  notifications: { tables: ["notifications"], at: "created_at", setting: null, usual: 90 },
  webhook_deliveries: { tables: ["webhook_deliveries"], at: "created_at", setting: null, usual: 30 },
};
