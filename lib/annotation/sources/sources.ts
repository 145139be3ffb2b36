// What a queue can contain. Each type of source says which references exist in an organization, how an item looks in a
// list, its full content, its default queue, and what a filter selects.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import type { Scope } from "@/lib/annotation/scope/scopes";
import type { Selection } from "@/lib/contracts/annotation/selection";
import type { SourceType } from "@/lib/contracts/shapes";
import { invalidField } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { readContents, type StoredContents } from "@/lib/traces/segments/read";
import { sources } from "./registry";
import { isGuid, isSpanId, isTraceId, type Wire } from "./source";

export interface Reference {
  sourceType: SourceType;
  sourceId: string;
}

export interface NamedSource {
  source_type: SourceType;
  source_id: string;
}

/** An id as stored: UUIDs and OpenTelemetry ids in lower case. */
export const spelt = (id: string): string => (isGuid(id) || isTraceId(id) || isSpanId(id) ? id.toLowerCase() : id);

/** References by stored id, in the given order. An unknown id stays as it is. */
export async function referencesOf(
  db: Database,
  organizationId: string,
  named: readonly NamedSource[],
): Promise<Reference[]> {
  const references = named.map(({ source_type, source_id }) => ({
    sourceType: source_type,
    sourceId: spelt(source_id),
  }));
  const ids = new Map<string, string>();
  for (const [sourceType, names] of byType(references)) {
    const found = await sources[sourceType].idsByName?.(db, organizationId, names);
    for (const [name, id] of found ?? []) ids.set(key({ sourceType, sourceId: name }), id);
  }
  return references.map((reference) => ({ ...reference, sourceId: ids.get(key(reference)) ?? reference.sourceId }));
}

export async function referenceOf(db: Database, organizationId: string, named: NamedSource): Promise<Reference> {
  const [reference] = await referencesOf(db, organizationId, [named]);
  if (!reference) throw new Error("a name gives one reference");
  return reference;
}

const key = ({ sourceType, sourceId }: Reference): string => `${sourceType} ${sourceId}`;

function byType(references: readonly Reference[]): [SourceType, string[]][] {
  const groups = groupBy(references, (reference) => reference.sourceType);
  return [...groups].map(([type, group]) => [type, group.map((reference) => reference.sourceId)]);
}

/** For each reference, whether the organization has the source. With a lock, it stays until the transaction ends. */
export async function findSources(
  db: Database,
  organizationId: string,
  references: readonly Reference[],
  isHeld = false,
) {
  const found = new Set<string>();
  for (const [sourceType, ids] of byType(references)) {
    const existing = await sources[sourceType].existing(db, organizationId, ids, isHeld);
    for (const sourceId of existing ?? []) found.add(key({ sourceType, sourceId }));
  }
  return (reference: Reference) => found.has(key(reference));
}

/** Locks the sources. For each reference, why it cannot be annotated, in a sentence; undefined if it can. */
export async function sourceProblems(db: Database, organizationId: string, references: readonly Reference[]) {
  const exists = await findSources(db, organizationId, references, true);
  const unfinished = new Set<string>();
  for (const [sourceType, ids] of byType(references)) {
    const open = await sources[sourceType].unfinished?.(db, organizationId, ids);
    for (const sourceId of open ?? []) unfinished.add(key({ sourceType, sourceId }));
  }
  return (reference: Reference): string | undefined => {
    const name = `${reference.sourceType}=${reference.sourceId}`;
    if (!exists(reference)) return `Not found: ${name}`;
    if (!unfinished.has(key(reference))) return undefined;
    return `Not finished yet: ${name}. ${sources[reference.sourceType].underWay}`;
  };
}

/** Locks the source if it exists. */
export async function holdSource(db: Database, organizationId: string, reference: Reference): Promise<boolean> {
  return (await findSources(db, organizationId, [reference], true))(reference);
}

/** For each reference, its scope; undefined if it has no default queue. */
export async function scopesOf(db: Database, organizationId: string, references: readonly Reference[]) {
  const found = new Map<string, Scope>();
  for (const [sourceType, ids] of byType(references)) {
    const scopes = await sources[sourceType].scopes(db, organizationId, ids);
    for (const [sourceId, scope] of scopes ?? []) found.set(key({ sourceType, sourceId }), scope);
  }
  return (reference: Reference): Scope | undefined => found.get(key(reference));
}

export function selectSources(db: Database, organizationId: string, selection: Selection, limit: number) {
  const source = sources[selection.source_type];
  if (!source.select) {
    throw invalidField(
      "selection.source_type",
      `Sources of type ${selection.source_type} cannot be selected by a filter.`,
    );
  }
  return source.select(db, organizationId, selection, limit);
}

/** Describes the source that a row with the alias `named` refers to by source_type and source_id. */
const described =
  (how: "preview" | "content") =>
  (named: SQL, organizationId: SQL): SQL => {
    const at = { id: sql`${named}.source_id`, organizationId };
    const cases = Object.entries(sources).map(
      ([type, source]) => sql`when ${sql.raw(`'${type}'`)} then ${source[how](at)}`,
    );
    return sql`case ${named}.source_type ${sql.join(cases, sql` `)} end`;
  };

/** SQL: a short description for lists, or null. `presentPreviews` turns it into the API's form. */
export const previewJson = described("preview");
/** SQL: the full content for the desk and exports, or null. `presentContents` turns it into the API's form. */
export const contentJson = described("content");

/** SQL: the source's evaluation results as a list, or null. */
export function evalsJson(named: SQL, organizationId: SQL): SQL {
  const at = { id: sql`${named}.source_id`, organizationId };
  const cases = Object.entries(sources).flatMap(([type, source]) =>
    source.evals ? [sql`when ${sql.raw(`'${type}'`)} then ${source.evals(at)}`] : [],
  );
  return sql`case ${named}.source_type ${sql.join(cases, sql` `)} end`;
}

interface Described {
  type: SourceType;
  /** What `previewJson` or `contentJson` has selected. */
  wire: Wire | null;
}

/** Descriptions as the API shows them, in the same order. A deleted source says so. */
export const presentPreviews = (db: Database, organizationId: string, described: readonly Described[]) =>
  finished(db, organizationId, described, "finishPreview");

/** The same for contents. */
export const presentContents = (db: Database, organizationId: string, described: readonly Described[]) =>
  finished(db, organizationId, described, "finish");

export async function presentContent(db: Database, organizationId: string, described: Described): Promise<Wire> {
  const [content] = await presentContents(db, organizationId, [described]);
  if (!content) throw new Error("a description gives one content");
  return content;
}

/** The full contents of sources as the API shows them, in the same order. */
export async function loadContents(
  db: Database,
  organizationId: string,
  references: readonly Reference[],
): Promise<Wire[]> {
  const rows = await db.execute<{ content: Wire | null }>(sql`
    select ${contentJson(sql`named`, sql`${organizationId}::uuid`)} as content
    from unnest(${textArray(references.map(({ sourceType }) => sourceType))},
      ${textArray(references.map(({ sourceId }) => sourceId))}) with ordinality as named(source_type, source_id, at)
    order by named.at`);
  const described = references.map(({ sourceType }, index) => ({
    type: sourceType,
    wire: rows[index]?.content ?? null,
  }));
  return presentContents(db, organizationId, described);
}

/** The full content of one source as the API shows it. */
export async function loadContent(db: Database, organizationId: string, reference: Reference): Promise<Wire> {
  const [content] = await loadContents(db, organizationId, [reference]);
  if (!content) throw new Error("a reference has one content");
  return content;
}

/** Reads the contents of spans for all of them at once: without spans, nothing is read. */
async function finished(
  db: Database,
  organizationId: string,
  described: readonly Described[],
  how: "finishPreview" | "finish",
): Promise<Wire[]> {
  const stored = described.map(({ type, wire }) => (wire === null ? [] : takeStored(type, wire)));
  const contents = await readContents(db, organizationId, stored.flat());
  let from = 0;
  return described.map(({ type, wire }, index) => {
    const to = from + (stored[index]?.length ?? 0);
    const own = contents.slice(from, to);
    from = to;
    if (wire === null) return { type, deleted: true };
    sources[type][how]?.(wire, own);
    return wire;
  });
}

// Safe: `storedContents` has written them.
function takeStored(type: SourceType, wire: Wire): (StoredContents | null)[] {
  const own = sources[type].storedIn?.(wire);
  if (own) return own as (StoredContents | null)[];
  const { stored } = wire;
  delete wire.stored;
  return Array.isArray(stored) ? stored : [];
}
