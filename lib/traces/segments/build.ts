// Collects what spans contain into segments, some hundred spans of a project at a time.
import { turn } from "@/lib/bounds/turn";
import { filterOf, MOST_WORDS } from "./filter";
import { type Line, packSegment } from "./lines";
import { addWords, type Met, noneMet } from "./words";

export interface InProject {
  organizationId: string;
  projectId: string;
}

/** A segment as statements take it: owner, and two kinds of bytes in base64. */
export type NewSegment = [organizationId: string, projectId: string, lines: string, filter: string];

/** Reading one span inflates its whole segment, so a segment is limited to this many spans and this much JSON; and by its filter. */
const MOST_LINES = 250;
const MOST_CHARACTERS = 250_000;

/** What is searched for words: the same when they are indexed and when they are compared. A label has no escapes. */
export const searchedText = ({ json, label }: Line): string => `${label.replaceAll("\\", " ")} ${json}`;

const charactersOf = ({ json, label }: Line): number => json.length + label.length;

/** Lines that become a segment: neighbors of one project. */
export interface Part<T> extends InProject {
  lines: T[];
  characters: number;
  words: Set<string>;
  met: Met;
}

/** The parts that each become a segment. */
export function* segmented<T extends InProject & Line>(spans: readonly T[]): Generator<Part<T>> {
  let part: Part<T> | null = null;
  for (const span of spans) {
    if (part && !hasRoom(part, span)) {
      yield part;
      part = null;
    }
    part ??= emptyPart(span);
    part.lines.push(span);
    part.characters += charactersOf(span);
    addWords(part.words, searchedText(span), part.met);
  }
  if (part) yield part;
}

const emptyPart = <T>({ organizationId, projectId }: InProject): Part<T> => ({
  organizationId,
  projectId,
  lines: [],
  characters: 0,
  words: new Set(),
  met: noneMet(),
});

const hasRoom = <T>(part: Part<T>, span: InProject & Line): boolean =>
  part.projectId === span.projectId &&
  part.lines.length < MOST_LINES &&
  part.characters + charactersOf(span) <= MOST_CHARACTERS &&
  part.words.size < MOST_WORDS;

export async function newSegment({ organizationId, projectId, lines, words }: Part<Line>): Promise<NewSegment> {
  const filter = filterOf(words).toString("base64");
  await turn();
  const packed = await packSegment(lines);
  return [organizationId, projectId, packed.toString("base64"), filter];
}

/** The filter of a segment that is there already. */
export function filterOfLines(lines: readonly Line[]): Buffer {
  const words = new Set<string>();
  const met = noneMet();
  for (const line of lines) addWords(words, searchedText(line), met);
  return filterOf(words);
}
