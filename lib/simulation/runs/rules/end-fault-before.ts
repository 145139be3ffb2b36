// The fault that ended a call, for calls that ended before it was stored after their last turn.
import type { CallStatus, EndCause, FaultKind } from "@/lib/contracts/simulation/call-names";
import type { Fault } from "@/lib/contracts/simulation/call-parts";
import { faultOf } from "../../outcome/rules/conversation";

export const CLIENT_FAILED = "The client reported that the agent failed.";

interface Failed {
  status: CallStatus;
  cause: EndCause | null;
  faults: readonly Fault[];
  faultKind: FaultKind | null;
  turnCount: number;
}

/** The call's faults with the one that ended it after the last turn; null if they need no change. */
export function faultsWithEnd({ status, cause, faults, faultKind, turnCount }: Failed): Fault[] | null {
  if (status !== "failed" || faults.some(({ evidence }) => evidence.turn >= turnCount)) return null;
  if (cause === "client" && faultKind === "no_answer")
    return [...faults, faultOf("agent", "no_answer", CLIENT_FAILED, turnCount, "")];
  if (cause !== "stalled" && cause !== "provider_fault") return null;
  const end = faults.find(({ side, kind }) => side === "provider" && kind === faultKind);
  if (!end) return null;
  return [...faults.filter((fault) => fault !== end), { ...end, evidence: { ...end.evidence, turn: turnCount } }];
}
