// The demo queue's finished work: three people's annotations of the first conversations, drawn from a seeded generator
// so that every demo shows the same values. Only the dates follow the day of seeding.
import { z } from "zod";
import type { Conversation, Flaw } from "./conversations";
import type { Problem } from "./labels";
import rows from "./remarks.json";

/** Keyed by label name, each value in its canonical form. */
export interface SeededValues {
  Helpfulness: { rating: number };
  "Policy followed": { value: "up" | "down" };
  Problems: { selected: Problem[] };
  Comment?: { text: string };
}

export interface SeededAnnotation {
  conversationId: string;
  /** Index into `annotators`. */
  annotator: number;
  values: SeededValues;
  at: Date;
  leadSeconds: number;
  note?: string;
}

interface Annotator {
  name: string;
  /** Stars added to everybody's idea of the reply. */
  mildness: number;
  /** Multiplies the chance of overlooking a flaw. */
  haste: number;
  /** Chance of naming a flaw's side effects as well. */
  thoroughness: number;
  /** Chance of finding fault with a good reply. */
  suspicion: number;
  wordsPerSecond: number;
  sessions: number;
  startHour: number;
}

interface Verdict {
  stars: number;
  /** Chance of a thumbs down where "Off policy" is not among the chosen problems. */
  breach: number;
  /** Chance of being overlooked by an average annotator. */
  subtlety: number;
  problem: Problem;
  sideEffect?: Problem;
}

/** How many conversations, from the first, have been annotated by everybody. */
export const annotatedCount = 40;

export const annotators: readonly Annotator[] = [
  {
    name: "Maya Lindqvist",
    mildness: -0.4,
    haste: 0.3,
    thoroughness: 0.75,
    suspicion: 0.12,
    wordsPerSecond: 3.4,
    sessions: 5,
    startHour: 8,
  },
  {
    name: "Tomás Arriaga",
    mildness: 0.6,
    haste: 1.6,
    thoroughness: 0.2,
    suspicion: 0,
    wordsPerSecond: 5.6,
    sessions: 4,
    startHour: 14,
  },
  {
    name: "Priya Raman",
    mildness: 0.1,
    haste: 0.8,
    thoroughness: 0.45,
    suspicion: 0.04,
    wordsPerSecond: 4.3,
    sessions: 8,
    startHour: 10,
  },
];

const verdicts: Record<Flaw, Verdict> = {
  "asks-card-number": { stars: 1.3, breach: 1, subtlety: 0, problem: "Privacy", sideEffect: "Off policy" },
  "blaming-tone": { stars: 1.8, breach: 0.85, subtlety: 0, problem: "Tone", sideEffect: "Off policy" },
  "curt-tone": { stars: 3.2, breach: 0.4, subtlety: 0.2, problem: "Tone", sideEffect: "Off policy" },
  "forbidden-promise": { stars: 2.3, breach: 1, subtlety: 0.1, problem: "Off policy", sideEffect: "Wrong fact" },
  "ignored-question": { stars: 2.9, breach: 0.3, subtlety: 0.3, problem: "Ignored part of question" },
  "invented-feature": { stars: 1.9, breach: 0.9, subtlety: 0.15, problem: "Wrong fact", sideEffect: "Off policy" },
  "invented-order-status": { stars: 1.7, breach: 0.95, subtlety: 0.1, problem: "Wrong fact", sideEffect: "Off policy" },
  "missed-escalation": { stars: 1.8, breach: 1, subtlety: 0.05, problem: "Off policy", sideEffect: "Tone" },
  overlong: { stars: 2.7, breach: 0.7, subtlety: 0.05, problem: "Off policy", sideEffect: "Tone" },
  "privacy-leak": { stars: 1.1, breach: 1, subtlety: 0, problem: "Privacy", sideEffect: "Off policy" },
  "unsafe-advice": { stars: 1, breach: 1, subtlety: 0, problem: "Unsafe", sideEffect: "Off policy" },
  "wrong-arithmetic": { stars: 2.7, breach: 0.35, subtlety: 0.3, problem: "Wrong fact" },
  "wrong-language": { stars: 2.1, breach: 0.9, subtlety: 0.05, problem: "Off policy", sideEffect: "Tone" },
  "wrong-policy-figure": { stars: 1.8, breach: 1, subtlety: 0.12, problem: "Wrong fact", sideEffect: "Off policy" },
};

const goodStars = 4.6;
const suspected: Verdict = { stars: 3.3, breach: 0.3, subtlety: 0, problem: "Tone" };

const text = z.string().min(1).nullable();
const byConversation = z.record(z.string(), z.tuple([text, text, text]));
export const remarks = z.strictObject({ comments: byConversation, notes: byConversation }).parse(rows);

/**
 * Every annotator's work on the first `annotatedCount` conversations, in the order of submission per annotator, on the
 * working days of the 13 days before `now`. Pure: the same arguments give the same annotations.
 */
export function annotate(conversations: readonly Conversation[], now: Date): SeededAnnotation[] {
  const batch = conversations.slice(0, annotatedCount);
  return annotators.flatMap((person, annotator) => {
    const random = mulberry32(1971 + annotator);
    const starts = sessionStarts(person, now);
    const batchSize = Math.ceil(batch.length / starts.length);
    let clock = 0;
    return batch.map((conversation, index): SeededAnnotation => {
      const start = index % batchSize === 0 ? starts[index / batchSize] : undefined;
      if (start !== undefined) clock = start + random() * 2_400_000;
      const { values, usual } = judge(conversation, person, annotator, random);
      const leadSeconds = readingSeconds(conversation, person, random) + (values.Comment?.text.length ?? 0) / 4;
      clock += (leadSeconds + 2 + random() * 12) * 1000;
      const note = usual ? remarks.notes[conversation.id]?.[annotator] : null;
      return {
        conversationId: conversation.id,
        annotator,
        values,
        at: new Date(Math.round(clock)),
        leadSeconds: Math.round(leadSeconds),
        ...(note ? { note } : {}),
      };
    });
  });
}

/** `usual` is false when the annotator overlooked a flaw or suspected one: the written remarks would not fit then. */
function judge({ id, flaw }: Conversation, person: Annotator, annotator: number, random: () => number) {
  const chance = random();
  const usual = flaw === null ? chance >= person.suspicion : chance >= verdicts[flaw].subtlety * person.haste;
  const seen = flaw !== null && usual ? verdicts[flaw] : flaw === null && !usual ? suspected : null;
  const stars = (seen?.stars ?? goodStars) + person.mildness + (random() - 0.5) * 1.2;
  const breach = seen?.breach ?? 0;
  const doubted = random() < breach - person.mildness * (1 - breach);
  const sideEffect = random() < person.thoroughness ? seen?.sideEffect : undefined;
  const selected: Problem[] = seen ? [seen.problem, ...(sideEffect ? [sideEffect] : [])] : ["None"];
  const comment = usual ? remarks.comments[id]?.[annotator] : null;
  const values: SeededValues = {
    Helpfulness: { rating: Math.min(seen ? 4 : 5, Math.max(1, Math.round(stars))) },
    "Policy followed": { value: selected.includes("Off policy") || (seen && doubted) ? "down" : "up" },
    Problems: { selected },
    ...(comment ? { Comment: { text: comment } } : {}),
  };
  return { values, usual };
}

function readingSeconds({ conversation, policy, expected }: Conversation, person: Annotator, random: () => number) {
  const words = [...conversation.map((turn) => turn.content), policy, expected].join(" ").split(/\s+/).length;
  return words / person.wordsPerSecond + 8 + random() * 30;
}

/** Instants in milliseconds, ascending: sessions spread evenly over the working days (UTC) before the day of `now`. */
function sessionStarts({ sessions, startHour }: Annotator, now: Date): number[] {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const days = Array.from({ length: 13 }, (_, index) => midnight - (13 - index) * 86_400_000);
  const workingDays = days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
  return Array.from({ length: sessions }, (_, session) => {
    const position = Math.floor((session * (workingDays.length - 1)) / (sessions - 1));
    return (workingDays[position] ?? midnight - 86_400_000) + startHour * 3_600_000;
  });
}

/** Tommy Ettinger's 32-bit generator: uniform in [0, 1). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
