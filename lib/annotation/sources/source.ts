// What queues need from a type of source.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Scope } from "@/lib/annotation/scope/scopes";
import type { Selection } from "@/lib/contracts/annotation/selection";
import type { SpanContents } from "@/lib/traces/contents";

export type Wire = Record<string, unknown>;

/** The contents of spans; null for those that are gone. */
export type FoundContents = readonly (SpanContents | null | undefined)[];

/** A source in a statement: its id as text, and the organization. */
export interface SourcePlace {
  id: SQL;
  organizationId: SQL;
}

export interface Source {
  /** Finds the ids of sources by other ids, in lower case. */
  idsByName?(db: Database, organizationId: string, names: string[]): Promise<Map<string, string>>;
  /** Those that exist. With a lock, they stay until the transaction ends: retention skips them. */
  existing(db: Database, organizationId: string, ids: string[], isHeld: boolean): Promise<Set<string>>;
  /** Those that cannot be annotated yet, because they are still in progress. */
  unfinished?(db: Database, organizationId: string, ids: string[]): Promise<Set<string>>;
  /** The same as a sentence. */
  underWay?: string;
  /**
   * A short description for lists, as the API's JSON. Null if the organization has no such source. SQL only knows where
   * the contents of spans are: a member `stored` lists those that `finishPreview` gets in its order.
   */
  preview(source: SourcePlace): SQL;
  finishPreview?(preview: Wire, contents: FoundContents): void;
  /** Whether the source contains a part, ignoring case. Without it, names are searched. */
  search?(source: SourcePlace, part: string): SQL;
  /** The source's cells by name, for lists: each up to 200 characters. Null if there is no such source. */
  cells?(source: SourcePlace): SQL;
  /** The full content for the desk and exports, in the same way, for `finish`. */
  content(source: SourcePlace): SQL;
  /** The source's evaluation results, for exports (`verdictsJson`). */
  evals?(source: SourcePlace): SQL;
  /** Where the contents of spans are, if not in the member `stored`. */
  storedIn?(content: Wire): unknown[];
  /** Adds to the content what SQL cannot compute. */
  finish?(content: Wire, contents: FoundContents): void;
  /** The scopes of the sources. Sources without a default queue are left out. */
  scopes(db: Database, organizationId: string, ids: string[]): Promise<Map<string, Scope>>;
  /** The first `limit` sources of a selection, and their total. A type without it cannot be selected. */
  select?(db: Database, organizationId: string, selection: Selection, limit: number): Promise<Selected>;
}

export interface Selected {
  ids: string[];
  total: number;
}

const GUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;
export const isGuid = (text: string): boolean => GUID.test(text);

/** An id as a UUID; null if it is not one. */
export const guidOf = ({ id }: SourcePlace): SQL =>
  sql`case when ${id} ~* ${sql.raw(`'${GUID.source}'`)} then ${id}::uuid end`;

/** The form of OpenTelemetry's trace and span ids: 32 and 16 hexadecimal digits. */
export const isTraceId = (text: string): boolean => /^[\da-f]{32}$/i.test(text);
export const isSpanId = (text: string): boolean => /^[\da-f]{16}$/i.test(text);
