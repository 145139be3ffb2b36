// A conversation as the fault rules read it: who said what, in which language.
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
  /** Everything that the customer knows: persona, situation, outcome, script, prompt. */
  knownFacts: string;
  /** The row's text about why the conversation began. */
  situation: string;
  /** ISO 639's code of the customer's language by its persona; null if it names none. */
  language: string | null;
  /** Whether something expected of the agent was still missing at the end. */
  isUnfinished: boolean;
}

/**
 * The language of each turn. A turn that is too short to tell has the language of the speaker's other turns, or else
 * the persona's.
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
