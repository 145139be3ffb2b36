// What has gone wrong in a conversation, and on whose side: told by its turns alone, with the turn and the text that show it.
import { excerpt } from "@/lib/bounds/excerpt";
import type { EndCause, FaultKind, FaultSide } from "@/lib/contracts/simulation/call-names";
import type { Fault } from "@/lib/contracts/simulation/call-parts";
import { endsByTool } from "../../conversation/rules/next";
import type { Turn } from "../../conversation/rules/turn";
import { contentWords, isRepeat, wordsIn } from "./texts";

const MAX_EVIDENCE = 500;

export function faultOf(side: FaultSide, kind: FaultKind, message: string, turn: number, text: string): Fault {
  return { side, kind, message, evidence: { turn, text: excerpt(text, MAX_EVIDENCE) } };
}

export interface Conversation {
  turns: readonly Turn[];
  cause: EndCause | null;
  /** All that the customer was told: persona, situation, outcome, script, prompt. */
  told: string;
  /** Whether something that was expected of the agent has not happened by the end. */
  isUnfinished: boolean;
}

/** Every fault that the turns show, in their order. */
export function faultsIn(conversation: Conversation): Fault[] {
  const { turns } = conversation;
  return [
    ...turns.flatMap(textFaults),
    ...turns.flatMap((turn) => roleFaults(turn, turns)),
    ...repetitions(turns),
    ...drifts(conversation),
    ...earlyStop(conversation),
  ].toSorted((one, other) => one.evidence.turn - other.evidence.turn);
}

/** The fault that decides: the first of all; of one turn the provider's before the simulator's before the agent's. */
export function decisive(faults: readonly Fault[]): Fault | null {
  const order: readonly FaultSide[] = ["provider", "simulator", "agent"];
  return (
    faults.toSorted(
      (one, other) => one.evidence.turn - other.evidence.turn || order.indexOf(one.side) - order.indexOf(other.side),
    )[0] ?? null
  );
}

const LIMITED =
  /\brate[ -]?limit(?:ed|s)?\b.{0,40}\b(?:reached|exceeded|hit|error|try again)|\b(?:reached|exceeded|hit)\b.{0,40}\brate[ -]?limit|\btoo many requests\b|\b(?:error|status|http)\b.{0,12}\b(?:429|529)\b|\binsufficient_quota\b|\bexceeded your current quota\b|\b(?:model|server|engine|service) is (?:currently |temporarily )?overloaded\b|\boverloaded_error\b|\bquota exceeded\b|\bresource_exhausted\b/i;
const LONGEST_NOTICE = 600;

/** Whether a text is a provider's notice that it answers nothing now, given in place of an answer. */
const isProviderNotice = (text: string): boolean => text.length <= LONGEST_NOTICE && LIMITED.test(text);

function textFaults(turn: Turn): Fault[] {
  if (!isProviderNotice(turn.content)) return [];
  const side = turn.role === "user" ? "simulator's" : "agent's";
  const message = `A provider's notice stands in place of the ${side} answer.`;
  return [faultOf("provider", "rate_limit_as_answer", message, turn.number, turn.content)];
}

/** What only somebody who serves customers says. */
const SERVES =
  /\bhow (?:can|may) i (?:help|assist) you\b|\bis there anything else (?:i|we) can (?:help|assist|do)\b|\bthank(?:s| you) for (?:calling|contacting|reaching out|your patience)\b|\b(?:i(?:'d| would) be|i am|i'm) (?:happy|glad) to (?:help|assist) you\b|\bi(?:'ve| have) (?:processed|issued|updated|cancelled|canceled|refunded|located|found|scheduled|booked) your\b|\b(?:let me|i(?:'ll| will)) (?:pull up|look up|check|process|update) your\b|\b(?:may|can|could) i (?:have|get) your (?:order|account|name|email|booking|phone|policy)\b|\byour (?:refund|request|order|booking) (?:has been|was) (?:processed|approved|updated|cancelled|canceled)\b/i;
/** What only a model says of itself. */
const MODEL =
  /\bas an? (?:ai|artificial intelligence|language model)\b|\bi(?:'m| am) (?:an ai|a language model|an artificial|a simulat|simulating|playing (?:the|a) (?:customer|user|role))|\bmy (?:instructions|system prompt) (?:say|tell|are|is)\b|\b(?:endcall|end_call)\b|\b(?:the )?simulated (?:customer|user)\b/i;
const AGENT_SPEAKS = /^\s*\**(?:agent|assistant|representative|support)\**\s*:/im;
const CUSTOMER_SPEAKS = /^\s*\**(?:customer|user|caller|client)\**\s*:/im;
/** What only a customer says. */
const IS_SERVED =
  /\bi (?:want|need|would like|'d like) (?:my|a) (?:refund|money back|replacement)\b|\bmy (?:order|parcel|package|booking|subscription) (?:hasn't|has not|never|still hasn't|is still not|didn't) (?:arriv|come|show|been)\w*|\bcan you (?:please )?(?:refund|cancel|change|check|update) my\b|\bi(?:'m| am) (?:a|the|your) customer\b|\bi(?:'ll| will) be (?:leaving|writing) (?:you )?a bad review\b/i;

function roleFaults(turn: Turn, turns: readonly Turn[]): Fault[] {
  const { role, content, number } = turn;
  if (role === "user") {
    if (turn.scripted) return [];
    const shown = AGENT_SPEAKS.test(content)
      ? "speaks for both sides"
      : SERVES.test(content)
        ? "speaks as the agent"
        : MODEL.test(content)
          ? "says that it is a simulation"
          : null;
    return shown ? [faultOf("simulator", "role_break", `The simulated customer ${shown}.`, number, content)] : [];
  }
  const asked = turns[number - 1];
  const isEcho = asked?.role === "user" && wordsIn(content).length >= 4 && content.trim() === asked.content.trim();
  if (isEcho)
    return [faultOf("agent", "agent_role_break", "The agent repeats the customer's own message.", number, content)];
  if (CUSTOMER_SPEAKS.test(content) || IS_SERVED.test(content))
    return [faultOf("agent", "agent_role_break", "The agent speaks as the customer.", number, content)];
  return [];
}

const LONG_ANSWER = 8;

function repetitions(turns: readonly Turn[]): Fault[] {
  const faults: Fault[] = [];
  // A provider's notice is nobody's words.
  const own = (role: Turn["role"]) => turns.filter((turn) => turn.role === role && !isProviderNotice(turn.content));
  const answers = own("assistant");
  const repeated = new Set<number>();
  for (const [index, turn] of answers.entries()) {
    const before = answers.slice(0, index).filter((earlier) => isRepeat(turn.content, earlier.content));
    const isAtOnce = before.at(-1) === answers[index - 1] && wordsIn(turn.content).length >= LONG_ANSWER;
    if (before.length < 2 && !(before.length === 1 && isAtOnce)) continue;
    // A customer who says the same again is given the same answer.
    const asked = turns[turn.number - 1];
    const askedBefore = turns[(before.at(-1)?.number ?? 0) - 1];
    if (asked && askedBefore && isRepeat(asked.content, askedBefore.content)) continue;
    repeated.add(turn.number);
    faults.push(faultOf("agent", "agent_repetition", "The agent repeats its answer.", turn.number, turn.content));
    break;
  }
  const said = own("user");
  for (const [index, turn] of said.entries()) {
    if (turn.scripted) continue;
    const earlier = said.slice(0, index).find((one) => isRepeat(turn.content, one.content));
    if (!earlier) continue;
    // Who gets no other answer may ask again.
    const [answered, last] = [turns[earlier.number + 1], turns[turn.number - 1]];
    const isStuck = answered !== last && answered && last && isRepeat(answered.content, last.content);
    if (isStuck || repeated.has(turn.number - 1)) continue;
    const how = earlier.number <= 1 ? "starts over" : "repeats itself";
    faults.push(faultOf("simulator", "repetition", `The simulated customer ${how}.`, turn.number, turn.content));
    break;
  }
  return faults;
}

const FAREWELL =
  /\b(?:good ?bye|bye|that(?:'s| is| will be| would be) all|have a (?:nice|good|great) (?:day|one|evening)|talk to you later|see you|never ?mind|i(?:'ll| will| have to| gotta| must) (?:go|leave|hang up))\b/i;
const DRIFT_WORDS = 4;

/** A turn that has nothing to do with what the customer was told, nor with what was said. */
function drifts({ turns, told }: Conversation): Fault[] {
  const known = contentWords(told);
  for (const turn of turns) {
    const words = contentWords(turn.content);
    if (
      turn.role === "user" &&
      !turn.scripted &&
      words.size >= DRIFT_WORDS &&
      known.size > 0 &&
      !FAREWELL.test(turn.content) &&
      [...words].every((word) => !known.has(word))
    ) {
      const message = "The simulated customer speaks of something else than what it came for.";
      return [faultOf("simulator", "goal_drift", message, turn.number, turn.content)];
    }
    // What is off the matter tells nothing of it.
    for (const word of words) known.add(word);
  }
  return [];
}

const PROMISES =
  /\b(?:one moment|just a moment|please hold|hold on|bear with me|give me a (?:second|moment|minute)|let me (?:check|look|see|find|pull|verify)|i(?:'ll| will) (?:check|look|now|go ahead|process|verify|get back))\b/i;
const OFFERS_MORE = /\banything else\b|\bhelp(?:ed)? (?:you )?(?:with )?(?:something|anything)\b/i;

/** The customer has hung up before the agent could have done what is asked of it. */
function earlyStop({ turns, cause, isUnfinished }: Conversation): Fault[] {
  if (cause !== "customer_ended") return [];
  const last = turns.at(-1);
  if (!last || (last.role === "user" && last.scripted)) return [];
  const answers = turns.filter(({ role }) => role === "assistant");
  const fault = (message: string) => [faultOf("simulator", "early_stop", message, last.number, last.content)];
  if (answers.length === 0) return fault("The simulated customer ends before the agent has said anything.");
  const answer = answers.at(-1);
  const said = turns.filter(({ role }) => role === "user");
  if (said.length === 1 && FAREWELL.test(said[0]?.content ?? ""))
    return fault("The simulated customer says goodbye at once.");
  if (!answer || endsByTool(answer)) return [];
  if (PROMISES.test(answer.content) && !OFFERS_MORE.test(answer.content))
    return fault("The simulated customer ends while the agent is about to act.");
  const isAsked = /\?\s*$/.test(answer.content.trim()) && !OFFERS_MORE.test(answer.content);
  if (isAsked && (isUnfinished || answers.length === 1))
    return fault("The simulated customer ends in place of answering the agent's question.");
  return [];
}
