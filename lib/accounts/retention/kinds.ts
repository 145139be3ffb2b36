// The kinds of data that are kept for days: where they are, and what decides for how long.
import type { RetainedKind } from "@/lib/contracts/shapes";
import type { Retention } from "@/lib/gateway-admin/settings/retention";

export interface KindOfData {
  /** The first has the rows that are counted. */
  tables: readonly string[];
  /** The column of the first table that its age counts from. */
  at: string;
  /** The setting in the organization's configuration; null for a fixed number of days. */
  setting: keyof Retention | null;
  /** Where nobody has set anything; null forever. */
  usual: number | null;
}

export const kindsOfData: Readonly<Record<RetainedKind, KindOfData>> = {
  traces: {
    tables: ["traces", "spans", "span_segments", "filter_groups"],
    at: "started_at",
    setting: "trace_days",
    usual: null,
  },
  gateway_log: { tables: ["gateway_requests"], at: "started_at", setting: "request_log_days", usual: 90 },
  evaluation_logs: { tables: ["eval_logs"], at: "created_at", setting: "eval_log_days", usual: null },
  audit_log: { tables: ["audit_entries"], at: "created_at", setting: "audit_days", usual: null },
  exports: { tables: ["queue_exports", "queue_export_parts"], at: "created_at", setting: null, usual: 7 },
  notifications: { tables: ["notifications"], at: "created_at", setting: null, usual: 90 },
  webhook_deliveries: { tables: ["webhook_deliveries"], at: "created_at", setting: null, usual: 30 },
};
