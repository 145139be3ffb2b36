// What the queues ask of a type of source.
import type { Database } from "@/db/client";
import type { Scope } from "@/lib/annotation/scope/scopes";
import type { Selection } from "@/lib/contracts/annotation/selection";

export type Wire = Record<string, unknown>;

export interface Source {
  /** Ids of the sources that go by these other names, which are in lower case. */
  idsByName?(db: Database, organizationId: string, names: string[]): Promise<Map<string, string>>;
  existing(db: Database, organizationId: string, ids: string[]): Promise<Set<string>>;
  /** Those that cannot be judged yet, because they are still under way. */
  unfinished?(db: Database, organizationId: string, ids: string[]): Promise<Set<string>>;
  previews(db: Database, organizationId: string, ids: string[]): Promise<Map<string, Wire>>;
  contents(db: Database, organizationId: string, ids: string[]): Promise<Map<string, Wire>>;
  /** What the sources belong to; one that has no default queue is left out. */
  scopes(db: Database, organizationId: string, ids: string[]): Promise<Map<string, Scope>>;
  /** The first `limit` sources that a selection names, and how many there are. Without it the type cannot be selected. */
  select?(db: Database, organizationId: string, selection: Selection, limit: number): Promise<Selected>;
}

export interface Selected {
  ids: string[];
  total: number;
}

const GUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;
export const isGuid = (text: string): boolean => GUID.test(text);

/** As OpenTelemetry writes the ids of traces and spans: 32 and 16 hexadecimal digits. */
export const isTraceId = (text: string): boolean => /^[\da-f]{32}$/i.test(text);
export const isSpanId = (text: string): boolean => /^[\da-f]{16}$/i.test(text);
