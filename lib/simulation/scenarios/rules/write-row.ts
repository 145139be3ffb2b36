// The writer that needs no model. The same persona, branch and seed always give the same text, and the row says that
// this writer wrote it.
import { excerpt } from "@/lib/bounds/excerpt";
import type { ColumnType } from "@/lib/contracts/shapes";
import { tellMatter } from "./matters";
import type { Persona, Random } from "./persona";

/** The subject: the agent, as its version describes it. */
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

/** A row to write: who calls, what should happen, and the cells that it already has, by column name. */
export interface OpenRow {
  rowId: string;
  order: number;
  position: number;
  persona: Persona;
  branch: readonly string[];
  known: Readonly<Record<string, string>>;
  columns: readonly WrittenColumn[];
}

/** Column id → text. */
export type CellTexts = Record<string, string>;

export function writeRow(row: OpenRow, subject: Subject, guidance: string, random: Random): CellTexts {
  const words = wordsOf(row, subject, guidance, random);
  return Object.fromEntries(row.columns.map((column) => [column.id, cellOf(column, row, words, random)]));
}

interface Words {
  situation: string;
  outcome: string;
}

/** Endings that every conversation has, which say nothing about this one. */
const PLAIN_END = /^(?:end|close|goodbye|farewell|end of conversation)\b/i;

function wordsOf({ persona, branch, known }: OpenRow, subject: Subject, guidance: string, random: Random): Words {
  const name = String(persona.name ?? "") || "The customer";
  const [first = name] = name.startsWith("The ") ? [name] : name.split(" ");
  const wish = guidance.replaceAll(/\s+/g, " ").trim();
  const matter = tellMatter([wish, subject.purpose, subject.name], first, random).replace(first, name);
  const way = branch.findLast((node) => !PLAIN_END.test(node));
  // The request comes first, because a table shows only the beginning of a cell.
  const situation = [
    wish === "" ? "" : `This conversation is about: ${excerpt(wish, 100).replace(/[.\s]+$/, "")}.`,
    matter,
    way === undefined || branch.length < 2 ? "" : `This conversation should reach “${excerpt(way, 50)}”.`,
  ];
  const steps = branch
    .map((node) => `“${excerpt(node, 40)}”`)
    .slice(0, 5)
    .join(", then ");
  const outcome = `${subject.name} understood what ${name} needs, asked only for what was missing, and went through ${steps || "the request"} in that order. Before each further step the agent made sure that it had understood. ${name} got a clear answer, without a promise that cannot be kept, and knows what happens next, by when, and whom to ask if it does not happen. Both said goodbye.`;
  return { situation: known.situation ?? excerpt(situation.filter((text) => text !== "").join(" "), 400), outcome };
}

function cellOf(column: WrittenColumn, { persona, branch, position }: OpenRow, words: Words, random: Random): string {
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
      return sampleOf(column, persona, position, random);
  }
}

const DAY_MS = 86_400_000;

function sampleOf(
  { name, dataType, description }: WrittenColumn,
  persona: Persona,
  position: number,
  random: Random,
): string {
  const number = 1 + Math.floor(random() * 1000);
  const samples: Record<ColumnType, () => string> = {
    text: () => excerpt(`Sample ${position + 1} of ${name}: ${description || "no description"}`, 300),
    integer: () => String(number),
    float: () => String(number / 10),
    boolean: () => String(random() < 0.5),
    array: () => JSON.stringify([`${name} ${position + 1}`]),
    json: () => JSON.stringify({ sample: position + 1 }),
    image: () => `https://example.test/${position + 1}.png`,
    audio: () => `https://example.test/${position + 1}.mp3`,
    datetime: () => new Date(Date.UTC(2026, 0, 1) + number * DAY_MS).toISOString(),
    persona: () => JSON.stringify(persona),
  };
  return samples[dataType]();
}
