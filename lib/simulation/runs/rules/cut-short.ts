// Whether a fault ended a conversation.
import type { EndCause } from "@/lib/contracts/simulation/call-names";
import type { Fault } from "@/lib/contracts/simulation/call-parts";

const FAULTS: readonly (EndCause | null)[] = ["agent_fault", "simulator_fault", "provider_fault", "stalled"];

interface Ended {
  cause: EndCause | null;
  faults: readonly Fault[];
  turnCount: number;
}

/**
 * Whether a fault ended the conversation, so that it does not show how the agent would have continued. The fault that a
 * client reports is stored after the last turn.
 */
export const isCutShort = ({ cause, faults, turnCount }: Ended): boolean =>
  FAULTS.includes(cause) || (cause === "client" && faults.some(({ evidence }) => evidence.turn >= turnCount));
