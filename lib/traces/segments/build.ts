// Collects what spans contain into segments, some hundred spans of a project at a time.
import { arrayText } from "@/db/text-array";
import { turn } from "@/lib/bounds/turn";
import { packLines } from "./lines";
import { addWords } from "./words";

export interface InProject {
  organizationId: string;
  projectId: string;
}

/** A segment in the form that `segmentRows` reads: owner, bytes in base64, words as PostgreSQL's array. */
export type NewSegment = [organizationId: string, projectId: string, lines: string, words: string];

/** Reading one span inflates its whole segment, so a segment is limited to this many spans and this much JSON. */
const MOST_LINES = 250;
const MOST_CHARACTERS = 250_000;

/** The word that limits a search to a project. No text has it, because words have no `=`. */
export const projectWord = (projectId: string): string => `project=${projectId}`;

/** The contents' parts that each become a segment: neighbors of one project. */
export function* segmented<T extends InProject & { json: string }>(spans: readonly T[]): Generator<T[]> {
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

export async function newSegment({ organizationId, projectId }: InProject, lines: readonly string[]) {
  const words = new Set([projectWord(projectId)]);
  for (const json of lines) addWords(words, json);
  await turn();
  const packed = await packLines(lines);
  const row: NewSegment = [organizationId, projectId, packed.toString("base64"), arrayText([...words])];
  return row;
}
