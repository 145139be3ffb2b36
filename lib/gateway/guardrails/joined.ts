// Consecutive texts read as one, so that what is split over two parts or messages is found where they meet.
import type { Finding, Passage } from "./finding";

/** A piece of a passage within a strip. */
interface Segment {
  passage: number;
  /** Where it begins in the passage. */
  from: number;
  /** Where it lies in the strip. */
  start: number;
  end: number;
}

/** Ends and beginnings of passages as one text. */
export interface Strip {
  text: string;
  segments: readonly Segment[];
}

/** Of an image or a file, which interrupts nothing. */
const ADDRESS = /^[a-z][a-z\d+.-]{0,20}:\/\/\S+$/i;

/** How far to both sides is looked where two texts meet. */
const WIDTH = 96;

const known = new WeakMap<readonly Passage[], Map<string, Strip[]>>();

/**
 * Where neighbours meet, of those of `passages` that a rule looks at, which are the same for all rules of a name. A conversation
 * goes on from message to message, but the choices of an answer do not: of answers, only the parts of one content meet.
 */
export function stripsOf(
  passages: readonly Passage[],
  name: string,
  concerned: readonly Passage[],
  isAnswer: boolean,
): Strip[] {
  const made = known.get(passages) ?? new Map<string, Strip[]>();
  known.set(passages, made);
  const strips = made.get(name) ?? (isAnswer ? contentsIn(concerned).flatMap(meetings) : meetings(textsIn(concerned)));
  made.set(name, strips);
  return strips;
}

interface Text {
  passage: number;
  text: string;
}

const textsIn = (passages: readonly Passage[]): Text[] =>
  passages.flatMap(({ isContent, text }, passage) =>
    isContent && text !== "" && !ADDRESS.test(text) ? [{ passage, text }] : [],
  );

/** The texts of each content that came in parts. */
function contentsIn(passages: readonly Passage[]): Text[][] {
  const contents = new Map<string, Text[]>();
  for (const [passage, { text, location }] of passages.entries()) {
    const content = contentOf(location);
    if (content === null) continue;
    const texts = contents.get(content) ?? [];
    contents.set(content, texts);
    texts.push({ passage, text });
  }
  return [...contents.values()];
}

/** Of the location of a text part, that of its content: of `choices[0].message.content[1].text` all before `[1]`. */
function contentOf(location: string): string | null {
  if (!location.endsWith("].text")) return null;
  const content = location.slice(0, location.lastIndexOf("["));
  return content.endsWith("content") ? content : null;
}

/** A text that is not longer than it is looked into goes on into the next one. */
function meetings(contents: readonly Text[]): Strip[] {
  const strips: Strip[] = [];
  let group: PassageSlice[] = [];
  for (const { passage, text } of contents) {
    if (text.length <= WIDTH) {
      group.push({ passage, from: 0, text });
      continue;
    }
    group.push({ passage, from: 0, text: text.slice(0, WIDTH) });
    strips.push(...joined(group));
    group = [{ passage, from: text.length - WIDTH, text: text.slice(-WIDTH) }];
  }
  return [...strips, ...joined(group)];
}

interface PassageSlice {
  passage: number;
  from: number;
  text: string;
}

/** Parts as one text: joined directly, and also with a space, unless there is white space between the parts anyway. */
function joined(parts: readonly PassageSlice[]): Strip[] {
  if (parts.length < 2) return [];
  const isApart = parts.every(({ text }, at) => at === 0 || /^\s/.test(text) || /\s$/.test(parts[at - 1]?.text ?? ""));
  return (isApart ? [""] : ["", " "]).map((joint) => {
    const segments: Segment[] = [];
    let all = "";
    for (const { passage, from, text } of parts) {
      if (segments.length > 0) all += joint;
      segments.push({ passage, from, start: all.length, end: all.length + text.length });
      all += text;
    }
    return { text: all, segments };
  });
}

/** A strip's finding as findings in its passages; nothing if it lies within one. */
export function acrossPassages({ text, segments }: Strip, finding: Finding): { passage: number; finding: Finding }[] {
  const touched = segments.filter(({ start, end }) => finding.start < end && finding.end > start);
  if (touched.length < 2) return [];
  const slices = touched.map((segment) => {
    const [start, end] = [Math.max(finding.start, segment.start), Math.min(finding.end, segment.end)];
    const offset = segment.from - segment.start;
    return { passage: segment.passage, start: start + offset, end: end + offset, words: text.slice(start, end) };
  });
  // What joins the parts is left out, so that the whole reads as it does in a stream.
  const rest = slices.slice(1).map(({ words }) => words);
  return slices.map(({ passage, start, end }, at) => ({
    passage,
    finding: { kind: finding.kind, start, end, ...(at > 0 ? { isRest: true as const } : { rest: rest.join("") }) },
  }));
}
