// The customer that needs no model: answers questions, states its request in its turn, and ends when it is done. The
// same row and seed react to the same answers in the same way.

import { spokenLanguage } from "../language";
import { seeded } from "../random";
import { isRepeat } from "../texts";
import type { Turn } from "../turn";
import { type CustomerRequest, customerRequestOf } from "./customer-request";
import { type Facts, factsAsked, factsOf } from "./facts";
import { english, type Lines } from "./lines";
import { type Manner, mannerOf, styled } from "./manner";
import { otherLines } from "./other-lines";
import { briefly } from "./topics";

export interface PlainRow {
  /** Column name in lower case → text. */
  cells: Readonly<Record<string, string>>;
  initialMessage: string;
}

type Move = "open" | "state" | "answer" | "follow" | "push" | "again" | "close" | "leave" | "end";

/** What has been done so far. */
interface CustomerState {
  isStated: boolean;
  isClosed: boolean;
  counts: Partial<Record<Move, number>>;
}

/** The most turns before the customer gives up. */
const MOST_TURNS = 8;

const OFFERS_MORE =
  /\banything else\b|\banything (?:more|further)\b|algo más|sonst noch|noch etwas|autre chose|\bgood ?bye\b|\bhave a (?:nice|good|great)\b|auf wiederhören|hasta luego|au revoir/i;
const REFUSES =
  /\b(?:cannot|can't|unable|not able|won't|not possible|impossible|unfortunately|not allowed|don't have access)\b|no (?:puedo|podemos|es posible)|leider|nicht möglich|malheureusement|impossible/i;

/** The text of the customer's next turn; null if nothing is left to say. */
export function plainTurn(row: PlainRow, turns: readonly Turn[], seed: number, seedName: string): string | null {
  const index = turns.filter(({ role }) => role === "user").length;
  if (index === 0 && row.initialMessage.trim() !== "") return row.initialMessage.trim();
  const speaker = speakerOf(row);
  const done: CustomerState = { isStated: false, isClosed: false, counts: {} };
  // The earlier turns show what was done before.
  for (const [number, { role }] of turns.entries())
    if (role === "user") note(done, moveOf(speaker, done, turns.slice(0, number)));
  const move = moveOf(speaker, done, turns);
  if (move === "end") return null;
  return sayMove(speaker, move, turns, seeded(seed, seedName, index, row.cells.persona ?? ""));
}

interface Speaker {
  manner: Manner;
  lines: Lines;
  language: string;
  facts: Facts;
  matter: CustomerRequest;
}

function speakerOf({ cells }: PlainRow): Speaker {
  const manner = mannerOf(cells.persona ?? "");
  const spoken = spokenLanguage(cells.persona ?? "", []) ?? "en";
  const other = otherLines[spoken];
  const facts = factsOf(cells);
  return {
    manner,
    lines: other ?? english[manner.mood],
    language: other ? spoken : "en",
    facts,
    matter: customerRequestOf(cells.situation ?? "", facts.name ?? ""),
  };
}

function note(done: CustomerState, move: Move): void {
  done.counts[move] = (done.counts[move] ?? 0) + 1;
  if (move === "state") done.isStated = true;
  if (move === "close" || move === "leave") done.isClosed = true;
}

function moveOf({ manner }: Speaker, { isStated, isClosed, counts }: CustomerState, turns: readonly Turn[]): Move {
  const heard = turns.filter(({ role }) => role === "assistant");
  const earlier = turns.filter(({ role }) => role === "user");
  const last = heard.at(-1)?.content ?? "";
  if (isClosed) return "end";
  if (earlier.length === 0 && heard.length === 0) return "open";
  if (!isStated) return "state";
  const isOld = isEcho(turns) || heard.slice(0, -1).some(({ content }) => isRepeat(last, content));
  if (earlier.length >= MOST_TURNS - 1) return isOld ? "leave" : "close";
  if (isOld) return counts.again === undefined ? "again" : "leave";
  if (factsAsked(last).length > 0) return "answer";
  if (OFFERS_MORE.test(last)) return "close";
  if (/\?\W*$/.test(last.trim())) return "answer";
  if (REFUSES.test(last)) return counts.push === undefined ? "push" : "leave";
  return (counts.follow ?? 0) < manner.followUps ? "follow" : "close";
}

function sayMove(speaker: Speaker, move: Exclude<Move, "end">, turns: readonly Turn[], random: () => number): string {
  const { lines, manner, facts } = speaker;
  const pick = (texts: readonly string[]): string => texts[Math.floor(random() * texts.length)] ?? "";
  const last = turns.findLast(({ role }) => role === "assistant")?.content ?? "";
  const questions = isEcho(turns) ? [] : factsAsked(last);
  const answers = questions.map((name) => {
    const fact = facts[name];
    return fact === undefined || name === "unknown" ? pick(lines.missing) : pick(lines[name]).replace("{}", fact);
  });
  // Thanks only after a question.
  const beforeMatter = answers.length > 0 ? answers : isEcho(turns) ? [] : [pick(lines.lead)];
  const texts: Record<Exclude<Move, "end">, () => string> = {
    open: () => pick(lines.open),
    state: () => [...beforeMatter, stated(speaker, questions.includes("reference"))].join(" "),
    answer: () => (answers.length > 0 ? answers.join(" ") : pick(isYesNo(last) ? lines.yes : lines.unsure)),
    // Never asks the same question twice.
    follow: () => unsaid(lines.follow, turns, random),
    push: () => pick(lines.push),
    again: () => pick(lines.again),
    close: () => pick(lines.close),
    leave: () => pick(lines.leave),
  };
  return speaker.language === "en" ? styled(texts[move](), manner, random) : texts[move]();
}

const SHORTEST_ECHO = 10;

/** Whether the agent only repeated what the customer said. */
function isEcho(turns: readonly Turn[]): boolean {
  const lastOf = (side: Turn["role"]) =>
    turns
      .findLast(({ role }) => role === side)
      ?.content.trim()
      .toLowerCase() ?? "";
  const [earlier, answer] = [lastOf("user"), lastOf("assistant")];
  return earlier.length >= SHORTEST_ECHO && answer.endsWith(earlier);
}

const isYesNo = (text: string): boolean =>
  !/\b(?:what|which|why|how|who|where|when|or)\b[^.!?]*\?\W*$|(?:qué|cuál|cómo|por qué)[^.!?]*\?\W*$|\b(?:was|welche|wie|warum|oder)\b[^.!?]*\?\W*$|(?:quel|quelle|comment|pourquoi)[^.!?]*\?\W*$/i.test(
    text,
  );

function stated({ matter, manner, language, facts }: Speaker, isReferenceTold: boolean): string {
  if (language !== "en" || matter.sentences.length === 0)
    return briefly(matter.topic, language, isReferenceTold ? undefined : facts.reference);
  return matter.sentences.slice(0, manner.sentences).join(" ");
}

function unsaid(texts: readonly string[], turns: readonly Turn[], random: () => number): string {
  const earlier = turns.filter(({ role }) => role === "user").map(({ content }) => content.toLowerCase());
  const tail = (text: string) =>
    text
      .toLowerCase()
      .split(/[.?!]\s/)
      .at(-1)
      ?.slice(0, 12) ?? "";
  const open = texts.filter((text) => !earlier.some((before) => before.includes(tail(text))));
  const left = open.length > 0 ? open : texts;
  return left[Math.floor(random() * left.length)] ?? "";
}
