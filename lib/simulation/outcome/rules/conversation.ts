// A conversation as the rules about faults read it: who said what, in which language.
import { excerpt } from "@/lib/bounds/excerpt";
import type { EndCause, FaultKind, FaultSide } from "@/lib/contracts/simulation/call-names";
import type { Fault } from "@/lib/contracts/simulation/call-parts";
import { languageOf, UNDETERMINED } from "../../conversation/rules/language";
import type { Turn } from "../../conversation/rules/turn";

const MAX_EVIDENCE = 500;

export function faultOf(side: FaultSide, kind: FaultKind, message: string, turn: number, text: string): Fault {
  return { side, kind, message, evidence: { turn, text: excerpt(text, MAX_EVIDENCE) } };
}

export interface Conversation {
  turns: readonly Turn[];
  cause: EndCause | null;
  /** All that the customer knows: persona, situation, outcome, script, prompt. */
  told: string;
  /** What the row says of why the conversation began. */
  situation: string;
  /** ISO 639's code of the language that the customer speaks by its persona; null where it names none. */
  language: string | null;
  /** Whether something that was expected of the agent has not happened by the end. */
  isUnfinished: boolean;
}

/**
 * The language of each turn: its own, and for those that are too short to tell the speaker's other turns', then the persona's.
 */
export function turnLanguages({ turns, language }: Pick<Conversation, "turns" | "language">): string[] {
  const own = turns.map(({ content }) => languageOf(content));
  const usual = (role: Turn["role"]) => {
    const counts = new Map<string, number>();
    for (const [index, turn] of turns.entries()) {
      const known = own[index];
      if (turn.role === role && known && known !== UNDETERMINED) counts.set(known, (counts.get(known) ?? 0) + 1);
    }
    return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? language ?? UNDETERMINED;
  };
  const [customer, agent] = [usual("user"), usual("assistant")];
  return turns.map(({ role }, index) => own[index] ?? (role === "user" ? customer : agent));
}
