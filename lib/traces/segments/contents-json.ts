// What a span contains beside the columns that lists use, as a line of its segment.
import type { SpanEvent, SpanLink } from "@/db/schema";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { inputOf, outputOf } from "../rules/span-contents";

export interface SpanContents {
  input: unknown;
  output: unknown;
  attributes: SpanRecord["attributes"];
  resource: SpanRecord["resource"];
  events: SpanEvent[];
  links: SpanLink[];
}

type AsSent = [SpanContents["attributes"], SpanContents["resource"], SpanEvent[], SpanLink[]];
/** With an input and output of its own, which are in no attribute. */
type Whole = [...AsSent, input: unknown, output: unknown];

/** Input and output that were read from attributes are not stored a second time. */
export function contentsJson(span: SpanContents & { isDerived?: boolean | undefined }): string {
  const { attributes, resource, events, links, isDerived } = span;
  const asSent: AsSent = [attributes, resource, events, links];
  return JSON.stringify(isDerived ? asSent : [...asSent, span.input ?? null, span.output ?? null]);
}

/** The line of a span whose contents were erased. */
export const ERASED = "null";

/** Null if the contents were erased. */
export function parseContents(json: string): SpanContents | null {
  const values: unknown = JSON.parse(json);
  if (!Array.isArray(values)) return null;
  // Safe: contentsJson has written them.
  const [attributes, resource, events, links, ...own] = values as AsSent | Whole;
  const [input, output] = own.length > 0 ? own : [inputOf(attributes, events), outputOf(attributes, events)];
  return { input, output, attributes, resource, events, links };
}
