import type { RetainedKind } from "@/lib/contracts/names";

export const kindWords: Record<RetainedKind, string> = {
  traces: "Traces",
  gateway_log: "Gateway's request log",
  evaluation_logs: "Evaluation logs",
  audit_log: "Audit log",
  exports: "Files of exports",
  notifications: "Notifications",
  webhook_deliveries: "Deliveries to webhooks",
};
