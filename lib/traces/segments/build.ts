// Collects what spans contain into segments, some hundred spans of a project at a time.
import { type SQL, sql } from "drizzle-orm";
import { turn } from "@/lib/bounds/turn";
import { packLines } from "./lines";
import { addWords, noneMet } from "./words";

export interface InProject {
  organizationId: string;
  projectId: string;
}

/** A segment as statements take it: owner, bytes in base64, words with spaces between them. */
export type NewSegment = [organizationId: string, projectId: string, lines: string, words: string];

/** Reading one span inflates its whole segment, so a segment is limited to this many spans and this much JSON. */
const MOST_LINES = 250;
const MOST_CHARACTERS = 250_000;

/** A span's contents as JSON, and what else it is found by: its name and status message. */
export interface Line {
  json: string;
  label: string;
}

/** Words that limit a search to an organization or a project. No text has them, because words have no `=`. */
export const organizationWord = (organizationId: string): string => `organization=${organizationId}`;
export const projectWord = (projectId: string): string => `project=${projectId}`;

/** What is searched for words: the same when they are indexed and when they are compared. */
export const searchedText = ({ json, label }: Line): string => `${label} ${json}`;

/** The contents' parts that each become a segment: neighbors of one project. */
export function* segmented<T extends InProject & Line>(spans: readonly T[]): Generator<T[]> {
  let part: T[] = [];
  let characters = 0;
  for (const span of spans) {
    const isFull = part.length >= MOST_LINES || characters + span.json.length > MOST_CHARACTERS;
    if (part.length > 0 && (isFull || part[0]?.projectId !== span.projectId)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(span);
    characters += span.json.length;
  }
  if (part.length > 0) yield part;
}

export async function newSegment(owner: InProject, lines: readonly Line[]): Promise<NewSegment> {
  const { organizationId, projectId } = owner;
  const words = wordsOf(owner, lines);
  await turn();
  const packed = await packLines(lines.map(({ json }) => json));
  return [organizationId, projectId, packed.toString("base64"), words];
}

/** The words that a segment is found by, as one text: PostgreSQL reads it faster than an array. */
export function wordsOf({ organizationId, projectId }: InProject, lines: readonly Line[]): string {
  const words = new Set([organizationWord(organizationId), projectWord(projectId)]);
  const met = noneMet();
  for (const line of lines) addWords(words, searchedText(line), met);
  return [...words].join(" ");
}

/** The column that is found by `words`. */
export const indexed = (words: SQL | string): SQL => sql`array_to_tsvector(string_to_array(${words}, ' '))`;
