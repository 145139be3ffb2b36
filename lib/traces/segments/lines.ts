// A segment's bytes: a line of JSON for each span, deflated together. Spans that arrive together repeat each other, so
// together they take a quarter of what they take one by one.
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";

const [deflated, inflated] = [promisify(deflateRaw), promisify(inflateRaw)];

/** The fastest level: the slower ones save a tenth of the bytes and take three times as long. */
const LEVEL = 1;

/** Off the main thread. JSON without line breaks, which JSON.stringify never writes. */
export const packLines = (lines: readonly string[]): Promise<Buffer> => deflated(lines.join("\n"), { level: LEVEL });

/** Most segments fit into one piece of this size; Node's smaller ones take twice the processor time. */
const PIECE_BYTES = 65_536;

export const unpackLines = async (bytes: Uint8Array): Promise<string[]> => (await unpackText(bytes)).split("\n");

/** All lines in one. */
export const unpackText = async (bytes: Uint8Array): Promise<string> =>
  (await inflated(bytes, { chunkSize: PIECE_BYTES })).toString("utf8");
