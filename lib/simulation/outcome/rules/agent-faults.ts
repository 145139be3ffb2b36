// Faults in the agent's own words.
import type { Fault } from "@/lib/contracts/simulation/call-parts";
import { isRepeat, wordsIn } from "../../conversation/rules/texts";
import type { Turn } from "../../conversation/rules/turn";
import { faultOf } from "./conversation";
import { isProviderNotice } from "./notice";

const CUSTOMER_SPEAKS = /^\s*\**(?:customer|user|caller|client)\**\s*:/im;
/** Phrases that only a customer uses. */
const IS_SERVED =
  /\bi (?:want|need|would like|'d like) (?:my|a) (?:refund|money back|replacement)\b|\bmy (?:order|parcel|package|booking|subscription) (?:hasn't|has not|never|still hasn't|is still not|didn't) (?:arriv|come|show|been)\w*|\bcan you (?:please )?(?:refund|cancel|change|check|update) my\b|\bi(?:'m| am) (?:a|the|your) customer\b(?! (?:service|support|care|success|experience|relations))|\bi(?:'ll| will) be (?:leaving|writing) (?:you )?a bad review\b/i;

export function agentRoleFaults(turn: Turn, question: Turn | undefined, language: string | undefined): Fault[] {
  if (turn.role !== "assistant") return [];
  const { content, number } = turn;
  const isEcho =
    question?.role === "user" && wordsIn(content).length >= 4 && content.trim() === question.content.trim();
  if (isEcho)
    return [faultOf("agent", "agent_role_break", "The agent repeats the customer's own message.", number, content)];
  if (language === "en" && (CUSTOMER_SPEAKS.test(content) || IS_SERVED.test(content)))
    return [faultOf("agent", "agent_role_break", "The agent speaks as the customer.", number, content)];
  return [];
}

const LONG_ANSWER = 8;

/** The first answer that repeats two earlier ones, or one long one. */
export function repeatedAnswer(turns: readonly Turn[]): Fault[] {
  // A provider's notice is not the agent's speech.
  const answers = turns.filter(({ role, content }) => role === "assistant" && !isProviderNotice(content));
  for (const [index, turn] of answers.entries()) {
    const before = answers.slice(0, index).filter((earlier) => isRepeat(turn.content, earlier.content));
    const isAtOnce = before.at(-1) === answers[index - 1] && wordsIn(turn.content).length >= LONG_ANSWER;
    if (before.length < 2 && !(before.length === 1 && isAtOnce)) continue;
    // A customer who repeats a message gets the same answer.
    const question = turns[turn.number - 1];
    const askedBefore = turns[(before.at(-1)?.number ?? 0) - 1];
    if (question && askedBefore && isRepeat(question.content, askedBefore.content)) continue;
    return [faultOf("agent", "agent_repetition", "The agent repeats its answer.", turn.number, turn.content)];
  }
  return [];
}
