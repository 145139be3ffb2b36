// Spans of the product's own work. Without a tracer, which is loaded only where a collector is named, work runs as it is.

export type Attributes = Readonly<Record<string, string | number>>;

/** A run of a job. Its steps may run in several processes: each finds the run's ids from these. */
export interface JobRun {
  id: string;
  /** Of the event that started it. */
  traceparent: string | null;
}

export interface SpanStart {
  name: string;
  kind: "server" | "internal" | "client" | "consumer";
  /** Ids, names and numbers; no contents and no secrets. */
  attributes?: Attributes;
  /** Of a server's span: the client's `traceparent` header. */
  traceparent?: string | null;
  /** Of a consumer's span: the run that it is a step of. */
  run?: JobRun;
}

export interface SpanNote {
  name?: string;
  attributes?: Attributes;
  isFailed?: boolean;
}

/** Adds what becomes known while a span runs. */
export type Note = (note: SpanNote) => void;

export type Trace = <T>(start: () => SpanStart, work: (note: Note) => Promise<T>) => Promise<T>;

export interface EndedRun extends JobRun {
  name: string;
  attributes: Attributes;
  /** Milliseconds since 1970. */
  startedAt: number;
  isFailed: boolean;
}

export interface Tracer {
  trace: Trace;
  /** Records a run at its end. */
  record(run: EndedRun): void;
  /** A `traceparent` header that names the span under way; null outside of one. */
  header(): string | null;
}

let tracer: Tracer | null = null;
const ignore: Note = () => undefined;

/** Gives this process a tracer; null takes it back. */
export function traceBy(other: Tracer | null): void {
  tracer = other;
}

export const traced: Trace = (start, work) => (tracer ? tracer.trace(start, work) : work(ignore));

export const recordRun = (run: () => EndedRun): void => tracer?.record(run());

export const traceHeader = (): string | null => tracer?.header() ?? null;
