// What a span contains beside the columns that lists use, as a line of its segment.
import type { SpanEvent, SpanLink } from "@/db/schema";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";

export type SpanContents = Pick<SpanRecord, "attributes" | "resource"> & {
  input: unknown;
  output: unknown;
  events: SpanEvent[];
  links: SpanLink[];
};

export const contentsJson = ({ input, output, attributes, resource, events, links }: SpanContents): string =>
  JSON.stringify([input ?? null, output ?? null, attributes, resource, events, links]);

/** The line of a span whose contents were erased. */
export const ERASED = "null";

/** Null if the contents were erased. */
export function parseContents(json: string): SpanContents | null {
  const values: unknown = JSON.parse(json);
  if (!Array.isArray(values)) return null;
  // Safe: contentsJson has written them.
  const [input, output, attributes, resource, events, links] = values as [
    unknown,
    unknown,
    SpanContents["attributes"],
    SpanContents["resource"],
    SpanEvent[],
    SpanLink[],
  ];
  return { input, output, attributes, resource, events, links };
}
