// Why a call ended, from the provider's reason: in our words, with the fault source. On our side the provider's
// assistant is the customer, so the provider's "customer" is the agent.
import type { EndCause, FaultKind, FaultSide } from "@/lib/contracts/simulation/call-names";

export interface CallEnd {
  cause: EndCause;
  /**
   * customer-ended-call, assistant-ended-call, silence-timed-out, max-duration-reached, no-answer, cancelled, or the
   * provider's.
   */
  reason: string;
  fault: { side: FaultSide; kind: FaultKind; message: string } | null;
}

type End = "customer" | "agent" | "silence" | "max_duration" | "no_answer" | "cancelled" | FaultKind;

/** The first that matches counts. */
const ends: Record<"vapi" | "retell", readonly (readonly [RegExp, End])[]> = {
  vapi: [
    [/^assistant-(?:ended-call|said-end-call-phrase)/, "customer"],
    [/^(?:customer-ended-call|vonage-completed|sip-outbound-carrier-released-call)/, "agent"],
    [/^call\.in-progress\.(?:twilio|sip)-completed-call$/, "agent"],
    [/^silence-timed-out$/, "silence"],
    [/^exceeded-max-duration$/, "max_duration"],
    [/^(?:customer-(?:did-not-answer|busy)|voicemail|vonage-rejected)$/, "no_answer"],
    [/^(?:manually-canceled|call-deleted|scheduled-call-deleted)$/, "cancelled"],
    [/concurrency-limit|daily-limit|429/, "rate_limited"],
    [/insufficient-credits|subscription-(?:frozen|wallet)|quota|insufficent-funds|402/, "budget"],
    [/misdialed|unallocated-number|not-(?:found|valid)|40[0134]|validation|number-international/, "not_configured"],
  ],
  retell: [
    [/^agent_hangup$/, "customer"],
    [/^user_hangup$/, "agent"],
    [/^inactivity$/, "silence"],
    [/^max_duration_reached$/, "max_duration"],
    [/^(?:dial_no_answer|dial_busy|user_declined|voicemail_reached|ivr_reached)$/, "no_answer"],
    [/^manual_stopped$/, "cancelled"],
    [/^(?:concurrency_limit_reached|no_concurrency_fallback)$/, "rate_limited"],
    [/^no_valid_payment$/, "budget"],
    [/^(?:invalid_destination|telephony_provider_permission_denied|scam_detected|marked_as_spam)$/, "not_configured"],
  ],
};

/** `last` is the last speaker; null if neither side spoke. */
export function endedBy(
  provider: "vapi" | "retell",
  word: string,
  last: "user" | "assistant" | null,
  hasAgentSpoken: boolean,
): CallEnd {
  const end = ends[provider].find(([pattern]) => pattern.test(word))?.[1] ?? "unavailable";
  switch (end) {
    case "customer":
      return { cause: "customer_ended", reason: "customer-ended-call", fault: null };
    case "agent":
      return hasAgentSpoken
        ? { cause: "agent_ended", reason: "assistant-ended-call", fault: null }
        : agentFault("assistant-ended-call", "empty_answer", "The agent hung up without saying anything.");
    case "max_duration":
      return { cause: "max_duration", reason: "max-duration-reached", fault: null };
    case "no_answer":
      return agentFault("no-answer", "no_answer", `The agent did not answer the phone: ${word}.`);
    case "cancelled":
      return { cause: "cancelled", reason: "cancelled", fault: null };
    case "silence":
      return silence(last);
    default: {
      const message = `The voice provider ended the call: ${word || "no reason given"}.`;
      return { cause: "provider_fault", reason: word || "error", fault: { side: "provider", kind: end, message } };
    }
  }
}

const agentFault = (reason: string, kind: FaultKind, message: string): CallEnd => ({
  cause: "agent_fault",
  reason,
  fault: { side: "agent", kind, message },
});

/** The side whose turn it was caused the silence. */
function silence(last: "user" | "assistant" | null): CallEnd {
  const reason = "silence-timed-out";
  if (last === "user")
    return agentFault(reason, "no_answer", "The agent did not reply to the customer's last message.");
  if (last === "assistant") {
    const message = "The simulated customer did not reply to the agent's last message.";
    return { cause: "simulator_fault", reason, fault: { side: "simulator", kind: "empty_turn", message } };
  }
  const message = "Neither side said anything.";
  return { cause: "stalled", reason, fault: { side: "provider", kind: "stalled", message } };
}
