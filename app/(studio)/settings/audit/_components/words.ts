import type { AuditEntry } from "@/lib/contracts/accounts/audit";
import { type AuditTarget, auditTargets } from "@/lib/contracts/names";

export const targetWords: Record<AuditTarget, string> = {
  organization: "Organization",
  member: "Member",
  sign_in: "Sign-in",
  invitation: "Invitation",
  company_sign_in: "Company sign-in",
  api_key: "API key",
  webhook: "Webhook",
  project: "Project",
  feedback_key: "Feedback key",
  gateway_key: "Gateway key",
  gateway_config: "Gateway configuration",
  audit_log: "Audit log",
  alert: "Alert",
  export: "Export",
  trace: "Trace",
  session: "Session",
  dataset: "Dataset",
  queue: "Queue",
  label: "Label",
  evaluation: "Evaluation",
  prompt: "Prompt",
  simulation: "Simulation",
};

export const targetOptions = auditTargets.map((value) => ({ value, label: targetWords[value] }));

/** An operation's name as words: `changeMemberRole` is "Change member role". */
export function actionText(action: string): string {
  const words = action.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const actorText = ({ actor, user_name }: AuditEntry): string =>
  actor === "operator" ? "Operator" : (user_name ?? "Somebody");

export const targetText = ({ target_type, target_name }: AuditEntry): string =>
  target_name ? `${targetWords[target_type]} ${target_name}` : targetWords[target_type];
