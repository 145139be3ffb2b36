// A segment's bytes: a line of JSON for each span, and a line with all their labels, deflated together. Spans that arrive together
// repeat each other, so together they take a quarter of what they take one by one.
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";

const [deflated, inflated] = [promisify(deflateRaw), promisify(inflateRaw)];

/** The fastest level: the slower ones save a tenth of the bytes and take three times as long. */
const LEVEL = 1;

/** A span's contents as JSON, and what else it is found by: its name and status message. */
export interface Line {
  json: string;
  label: string;
}

/** How the line of labels begins. The line of a span is an array, or null once it is erased. */
const LABELS = '{"labels":';

/** The lines of spans, and their labels. */
export const packSegment = (lines: readonly Line[]): Promise<Buffer> =>
  packLines([...lines.map(({ json }) => json), JSON.stringify({ labels: lines.map(({ label }) => label) })]);

/** The lines of spans, and the line of labels; null in segments of earlier versions. */
export function splitLabels(text: string): [spans: string, labels: string | null] {
  const end = text.lastIndexOf("\n");
  return text.startsWith(LABELS, end + 1) ? [text.slice(0, Math.max(end, 0)), text.slice(end + 1)] : [text, null];
}

/** The labels of spans, by line. */
export function parseLabels(line: string): string[] {
  // Safe: packSegment has written it.
  const { labels } = JSON.parse(line) as { labels: string[] };
  return labels;
}

/** Off the main thread. JSON without line breaks, which JSON.stringify never writes. */
export const packLines = (lines: readonly string[]): Promise<Buffer> => deflated(lines.join("\n"), { level: LEVEL });

/** Most segments fit into one piece of this size; Node's smaller ones take twice the processor time. */
const PIECE_BYTES = 65_536;

export const unpackLines = async (bytes: Uint8Array): Promise<string[]> => (await unpackText(bytes)).split("\n");

/** All lines in one. */
export const unpackText = async (bytes: Uint8Array): Promise<string> =>
  (await inflated(bytes, { chunkSize: PIECE_BYTES })).toString("utf8");
