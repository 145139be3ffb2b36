// Why a call ended, in words.
import type { EndCause } from "@/lib/contracts/simulation/call-names";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { cellText } from "../words";

const causes: Record<EndCause, string> = {
  customer_ended: "The customer ended it",
  agent_ended: "The agent ended it",
  script_ended: "The script ended",
  max_turns: "It reached the maximum turns",
  max_duration: "It reached the maximum duration",
  agent_fault: "The agent failed",
  simulator_fault: "The simulator failed",
  provider_fault: "A provider failed",
  cancelled: "It was cancelled",
  stalled: "No answer came for too long",
  ceiling: "The run reached its cost ceiling",
  client: "The client ended it",
};

/** Reasons that only repeat the cause. */
const repeated: ReadonlySet<string> = new Set([
  "customer-ended-call",
  "assistant-ended-call",
  "max-turns-reached",
  "max-duration-reached",
  "silence-timed-out",
  "cancelled",
  "The client ended the call",
]);

/** Null while the call is in progress. */
export function endingText(
  call: Pick<CallRecord, "ended_by" | "ended_reason" | "scenario_columns" | "status">,
): string | null {
  const { ended_by: cause, ended_reason: reason } = call;
  const because = reason === null || repeated.has(reason) ? null : reasonText(reason);
  if (cause === null) return call.status === "failed" || call.status === "cancelled" ? because : null;
  // Rules play a customer without a script. Their part ends when it says goodbye.
  const words = cause === "script_ended" && !hasScript(call) ? "The customer said goodbye" : causes[cause];
  return because === null || because.startsWith(words) ? words : `${words}: ${because}`;
}

const hasScript = ({ scenario_columns: columns }: Pick<CallRecord, "scenario_columns">): boolean =>
  Object.values(columns).some(
    ({ column_name, value }) => column_name.toLowerCase() === "script" && value !== null && cellText(value) !== "",
  );

/** Providers send a code, such as "twilio-failed", or a sentence. */
function reasonText(reason: string): string {
  if (!/^[a-z]+(?:[-_.][a-z]+)+$/.test(reason)) return reason;
  const words = reason.replaceAll(/[-_.]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
