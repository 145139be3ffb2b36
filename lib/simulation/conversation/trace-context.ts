// The trace context that an agent at an address of its own gets with each turn, as W3C's Trace Context writes it.
import { createHash } from "node:crypto";
import type { ConversationRef } from "./agent";

/** The conversation as its agent knows it. A call that is played again is another one. */
export const threadOf = ({ callId, earlierPlays = 0 }: ConversationRef): string =>
  earlierPlays === 0 ? callId : `${callId}-${earlierPlays + 1}`;

/** The trace of one turn: the same if the turn is retried, and in every process. */
export function traceContextOf(conversation: ConversationRef, turn: number): { traceId: string; traceparent: string } {
  const digits = createHash("sha256")
    .update(`${threadOf(conversation)}:${turn}`)
    .digest("hex");
  const traceId = digits.slice(0, 32);
  return { traceId, traceparent: `00-${traceId}-${digits.slice(32, 48)}-01` };
}
