// What went wrong in a conversation, and the fault source: found in its turns alone, with the turn and text that show
// it.
import type { FaultSide } from "@/lib/contracts/simulation/call-names";
import type { Fault } from "@/lib/contracts/simulation/call-parts";
import { agentRoleFaults, repeatedAnswer } from "./agent-faults";
import { type Conversation, turnLanguages } from "./conversation";
import { notices } from "./notice";
import { type Reading, readCustomer } from "./simulator-faults";

/** Every fault in the turns, in order, and what the rules could not read. */
export function readFaults(conversation: Conversation): Reading {
  const { turns } = conversation;
  const languages = turnLanguages(conversation);
  const { faults, unread } = readCustomer(conversation);
  const answers = repeatedAnswer(turns);
  // A customer who gets the same answer again asks the same again.
  const provoked = new Set(answers.map(({ evidence }) => evidence.turn + 1));
  const own = faults.filter(({ kind, evidence }) => kind !== "repetition" || !provoked.has(evidence.turn));
  const all = [
    ...turns.flatMap(notices),
    ...turns.flatMap((turn, index) => agentRoleFaults(turn, turns[index - 1], languages[index])),
    ...answers,
    ...own,
  ];
  return { faults: all.toSorted((one, other) => one.evidence.turn - other.evidence.turn), unread };
}

/** The fault that decides: the first one. Within one turn, the provider's before the simulator's before the agent's. */
export function decisive(faults: readonly Fault[]): Fault | null {
  const order: readonly FaultSide[] = ["provider", "simulator", "agent"];
  return (
    faults.toSorted(
      (one, other) => one.evidence.turn - other.evidence.turn || order.indexOf(one.side) - order.indexOf(other.side),
    )[0] ?? null
  );
}
