// Spans of the product's own work. Without a tracer, which is loaded only where a collector is named, work runs as it is.

export type Attributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  name: string;
  kind: "server" | "internal" | "client";
  /** Ids, names and numbers; no contents and no secrets. */
  attributes?: Attributes;
  /** Of a server's span: the client's `traceparent` header. */
  traceparent?: string | null;
}

export interface SpanNote {
  name?: string;
  attributes?: Attributes;
  isFailed?: boolean;
}

/** Adds what becomes known while a span runs. */
export type Note = (note: SpanNote) => void;

export type Trace = <T>(start: () => SpanStart, work: (note: Note) => Promise<T>) => Promise<T>;

let trace: Trace | null = null;
const ignore: Note = () => undefined;

/** Gives this process a tracer; null takes it back. */
export function traceBy(other: Trace | null): void {
  trace = other;
}

export const traced: Trace = (start, work) => (trace ? trace(start, work) : work(ignore));
