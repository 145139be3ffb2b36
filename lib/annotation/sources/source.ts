// What the queues ask of a type of source.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Scope } from "@/lib/annotation/scope/scopes";
import type { Selection } from "@/lib/contracts/annotation/selection";

export type Wire = Record<string, unknown>;

/** Which source is meant, in a statement: its id as text, and the organization. */
export interface SourcePlace {
  id: SQL;
  organizationId: SQL;
}

export interface Source {
  /** Ids of the sources that go by these other names, which are in lower case. */
  idsByName?(db: Database, organizationId: string, names: string[]): Promise<Map<string, string>>;
  /** Those that are there. Held, they stay until the transaction ends: what deletes old ones leaves them alone. */
  existing(db: Database, organizationId: string, ids: string[], isHeld: boolean): Promise<Set<string>>;
  /** Those that cannot be judged yet, because they are still under way. */
  unfinished?(db: Database, organizationId: string, ids: string[]): Promise<Set<string>>;
  /** The same as a sentence. */
  underWay?: string;
  /** A short description for lists, as JSON on the wire. Null where the organization has no such source. */
  preview(source: SourcePlace): SQL;
  /** The full content for the desk and exports, likewise. */
  content(source: SourcePlace): SQL;
  /** What evaluations have said of it, for exports: by `verdictsJson`. */
  evals?(source: SourcePlace): SQL;
  /** Adds to a content what SQL cannot tell. */
  finish?(content: Wire): void;
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

/** An id as a UUID; null when it is none. */
export const guidOf = ({ id }: SourcePlace): SQL =>
  sql`case when ${id} ~* ${sql.raw(`'${GUID.source}'`)} then ${id}::uuid end`;

/** As OpenTelemetry writes the ids of traces and spans: 32 and 16 hexadecimal digits. */
export const isTraceId = (text: string): boolean => /^[\da-f]{32}$/i.test(text);
export const isSpanId = (text: string): boolean => /^[\da-f]{16}$/i.test(text);
