// Faults of the simulated customer. Each rule reads only the languages that it knows, and only phrases that just one
// side can say, because a fault found here excludes the call from the verdict.
import type { CustomerFaultKind } from "@/lib/contracts/simulation/call-names";
import type { Fault } from "@/lib/contracts/simulation/call-parts";
import { languageOf } from "../../conversation/rules/language";
import { endsByTool } from "../../conversation/rules/next";
import { contentWords, isRepeat } from "../../conversation/rules/texts";
import type { Turn } from "../../conversation/rules/turn";
import { type Conversation, faultOf, turnLanguages } from "./conversation";
import { isProviderNotice } from "./notice";
import { type Wording, wordings } from "./wording";

/** The wording that each rule reads, by ISO 639's code. */
export const readLanguages: Record<CustomerFaultKind, readonly string[]> = {
  role_break: Object.keys(wordings),
  repetition: Object.keys(wordings),
  early_stop: Object.keys(wordings),
  // We know only for English words whether two mean the same.
  goal_drift: ["en"],
};

export interface Reading {
  faults: Fault[];
  /** Turns that a rule could not read, each with its unknown language. */
  unread: Record<CustomerFaultKind, { turn: number; language: string }[]>;
}

export function readCustomer(conversation: Conversation): Reading {
  const { turns, cause } = conversation;
  const languages = turnLanguages(conversation);
  const unread: Reading["unread"] = { role_break: [], repetition: [], goal_drift: [], early_stop: [] };
  /** Whether the rule knows the languages of all turns. Notes the first unknown one. */
  const reads = (kind: CustomerFaultKind, turn: number, ...heard: number[]): boolean => {
    const foreign = heard.map((number) => languages[number] ?? "").find((one) => !readLanguages[kind].includes(one));
    if (foreign !== undefined) unread[kind].push({ turn, language: foreign });
    return foreign === undefined;
  };
  const wordingAt = (number: number): Wording | undefined => wordings[languages[number] ?? ""];
  const own = turns.filter(({ role, scripted }) => role === "user" && !scripted);
  const faults = own.flatMap((turn) => {
    const wording = reads("role_break", turn.number, turn.number) ? wordingAt(turn.number) : undefined;
    return wording ? roleBreak(turn, wording) : [];
  });
  const repeats = own.filter(({ number }) => number >= 2 && reads("repetition", number, number, number - 1));
  faults.push(...repetition(turns, repeats, wordingAt));
  const situation = languageOf(conversation.situation);
  const drifting = own.filter(({ number }) => {
    if (situation !== null && !readLanguages.goal_drift.includes(situation)) {
      unread.goal_drift.push({ turn: number, language: situation });
      return false;
    }
    return reads("goal_drift", number, number);
  });
  faults.push(...drift(conversation, drifting));
  const last = turns.at(-1);
  if (cause === "customer_ended" && last && !(last.role === "user" && last.scripted))
    faults.push(...earlyStop(conversation, last, (...heard) => reads("early_stop", last.number, ...heard), wordingAt));
  return { faults, unread };
}

function roleBreak({ content, number }: Turn, wording: Wording): Fault[] {
  const shown = wording.bothSides.test(content)
    ? "speaks for both sides"
    : wording.serves.test(content)
      ? "speaks as the agent"
      : wording.model.test(content)
        ? "says that it is a simulation"
        : null;
  return shown ? [faultOf("simulator", "role_break", `The simulated customer ${shown}.`, number, content)] : [];
}

/** The customer repeats itself, though nobody asked for it. */
function repetition(
  turns: readonly Turn[],
  candidates: readonly Turn[],
  wordingAt: (number: number) => Wording | undefined,
): Fault[] {
  for (const turn of candidates) {
    if (isProviderNotice(turn.content)) continue;
    const earlier = turns.find(
      ({ role, number, content }) => role === "user" && number < turn.number && isRepeat(turn.content, content),
    );
    const [question, askedBefore] = [turns[turn.number - 1], earlier && turns[earlier.number - 1]];
    if (!earlier || !question) continue;
    if (wordingAt(question.number)?.asksAgain.test(question.content)) continue;
    // Two questions can have the same answer, and a customer without a new answer may ask again.
    if (isQuestion(question) && askedBefore && isQuestion(askedBefore)) continue;
    const answered = turns[earlier.number + 1];
    if (answered !== question && answered && isRepeat(answered.content, question.content)) continue;
    const how = earlier.number <= 1 ? "starts over" : "repeats itself";
    return [faultOf("simulator", "repetition", `The simulated customer ${how}.`, turn.number, turn.content)];
  }
  return [];
}

const isQuestion = ({ content }: Turn): boolean => content.includes("?");

const DRIFT_WORDS = 5;
/** Words of any customer service conversation. */
const SERVICE = contentWords(
  "address agent answer apologize app appointment arrive ask assist bill book booking bother bought browser buy bought call cancel card cause change charge charged chat check choice choose claim colleague company complain complaint confirm contact contract cost customer date deal deliver delivery details device discount document download email error explain fee file fill fix form hear help human information instructions invoice issue item know label late line link listen login manager matter message minute mistake money month morning name note number offer online open option order page paid parcel password pay payment person phone photo picture policy price print problem product purchase question quick reason receipt refund repair repeat replace replacement reply request reservation reserve return robot rule screen send sent service settle shipping shop sign slowly solve speak start store subscription supervisor support talk ticket time today tomorrow trouble type understand update upgrade urgent version voice wait warranty website week work wrong yesterday",
);
/** Phrases that refer back to an earlier turn. */
const REFERS_BACK = /\b(?:it|its|this|that|these|those|they|them|one|ones)\b/i;

/** The customer asks for something unrelated to its knowledge, the conversation, and customer service. */
function drift({ turns, knownFacts }: Conversation, candidates: readonly Turn[]): Fault[] {
  const known = new Set([...contentWords(knownFacts), ...SERVICE]);
  for (const turn of turns) {
    const words = contentWords(turn.content);
    const isOff =
      candidates.includes(turn) &&
      isQuestion(turn) &&
      words.size >= DRIFT_WORDS &&
      !REFERS_BACK.test(turn.content) &&
      [...words].every((word) => !known.has(word));
    if (isOff) {
      const message = "The simulated customer talks about something unrelated to its goal.";
      return [faultOf("simulator", "goal_drift", message, turn.number, turn.content)];
    }
    for (const word of words) known.add(word);
  }
  return [];
}

/** The customer hung up before the agent could do what is expected. */
function earlyStop(
  { turns, isUnfinished }: Conversation,
  last: Turn,
  reads: (...heard: number[]) => boolean,
  wordingAt: (number: number) => Wording | undefined,
): Fault[] {
  const fault = (message: string) => [faultOf("simulator", "early_stop", message, last.number, last.content)];
  const answers = turns.filter(({ role }) => role === "assistant");
  const answer = answers.at(-1);
  if (!answer) return fault("The simulated customer ended the call before the agent said anything.");
  if (endsByTool(answer) || !reads(answer.number, last.number)) return [];
  const [questionWording, replyWording] = [wordingAt(answer.number), wordingAt(last.number)];
  if (!questionWording || !replyWording) return [];
  // A customer who says more than goodbye has a reason to leave.
  if (last.role === "user" && !isBareFarewell(last.content, replyWording)) return [];
  const sentence = lastSentence(answer.content);
  if (questionWording.acts.test(sentence))
    return fault("The simulated customer ended the call while the agent was about to act.");
  const isAsked =
    /\?\W*$/.test(sentence) && questionWording.asks.test(sentence) && !questionWording.offersMore.test(sentence);
  if (isAsked && (isUnfinished || answers.length === 1))
    return fault("The simulated customer ended the call instead of answering the agent's question.");
  return [];
}

const isBareFarewell = (text: string, { farewell }: Wording): boolean =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).every((word) => farewell.has(word));

const lastSentence = (text: string): string =>
  text
    .trim()
    .split(/(?<=[.!?…。？！])\s+/u)
    .at(-1) ?? "";
