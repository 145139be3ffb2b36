// The writer that needs no model: from a persona and a branch, the same words to the same seed, and it says that it is one.
import { excerpt } from "@/lib/bounds/excerpt";
import type { ColumnType } from "@/lib/contracts/shapes";
import { type Persona, pick, type Random } from "./persona";

/** What is tried: the agent, as its version describes it. */
export interface Subject {
  name: string;
  purpose: string;
  languages: readonly string[];
  medium: "voice" | "text";
  inbound: boolean;
}

export interface WrittenColumn {
  id: string;
  name: string;
  dataType: ColumnType;
  description: string;
}

/** A row to be written: who calls, what is to happen, and what stands in its cells already, by the columns' names. */
export interface OpenRow {
  rowId: string;
  order: number;
  place: number;
  persona: Persona;
  branch: readonly string[];
  known: Readonly<Record<string, string>>;
  columns: readonly WrittenColumn[];
}

/** Column id → text. */
export type Written = Record<string, string>;

export function writeRow(row: OpenRow, subject: Subject, guidance: string, random: Random): Written {
  const words = wordsOf(row, subject, guidance, random);
  return Object.fromEntries(row.columns.map((column) => [column.id, cellOf(column, row, words, random)]));
}

const GOALS = [
  "wants a clear answer today",
  "has tried once before without success",
  "is short of time",
  "wants to understand every step",
  "compares what is offered with what was promised",
  "calls on behalf of a relative",
];

interface Words {
  situation: string;
  outcome: string;
}

function wordsOf(
  { persona, branch, place, known }: OpenRow,
  subject: Subject,
  guidance: string,
  random: Random,
): Words {
  const reference = 1000 + Math.floor(random() * 9000);
  const goal = pick(GOALS, random) ?? "";
  const way = branch.at(-1) ?? "an answer";
  const name = String(persona.name ?? "The customer");
  const who = `${name}, ${persona.age_group}, ${String(persona.profession ?? "customer").toLowerCase()} in ${persona.location}`;
  const verb = subject.medium === "voice" ? "calls" : "writes to";
  const matter = excerpt((guidance || subject.purpose || "their request").replaceAll(/\s+/g, " ").trim(), 120);
  const situation = excerpt(
    `${who}, ${verb} ${subject.name} about ${matter} (case ${place + 1}-${reference}). ${name} ${goal}, and the conversation is to lead to “${excerpt(way, 60)}”.`,
    400,
  );
  const steps = branch
    .map((node) => `“${excerpt(node, 40)}”`)
    .slice(0, 5)
    .join(", then ");
  const outcome = `${name} ended the conversation knowing where case ${place + 1}-${reference} stood. ${subject.name} went through ${steps || "the request"} in that order, asked for what was missing, and confirmed what had been understood before going on. The conversation ended at “${excerpt(way, 60)}” without a promise that could not be kept. ${name} was told what happens next, by when, and whom to ask if it does not.`;
  return { situation: known.situation ?? situation, outcome };
}

function cellOf(column: WrittenColumn, { persona, branch, place }: OpenRow, words: Words, random: Random): string {
  switch (column.name.toLowerCase()) {
    case "persona":
      return JSON.stringify(persona);
    case "situation":
      return words.situation;
    case "outcome":
      return words.outcome;
    case "conversation_branch":
      return branch.join(" -> ");
    case "branch_category":
      return branch.at(-1) ?? "General";
    default:
      return sampleOf(column, persona, place, random);
  }
}

const DAY_MS = 86_400_000;

function sampleOf(
  { name, dataType, description }: WrittenColumn,
  persona: Persona,
  place: number,
  random: Random,
): string {
  const number = 1 + Math.floor(random() * 1000);
  const samples: Record<ColumnType, () => string> = {
    text: () => excerpt(`Sample ${place + 1} of ${name}: ${description || "no description"}`, 300),
    integer: () => String(number),
    float: () => String(number / 10),
    boolean: () => String(random() < 0.5),
    array: () => JSON.stringify([`${name} ${place + 1}`]),
    json: () => JSON.stringify({ sample: place + 1 }),
    datetime: () => new Date(Date.UTC(2026, 0, 1) + number * DAY_MS).toISOString(),
    persona: () => JSON.stringify(persona),
  };
  return samples[dataType]();
}
