// The texts of traces, spans, sessions and simulated calls, for CSV. They are in segments, which SQL does not read: they are
// read here, and each COPY gets those of its items.
import { type SQL, sql } from "drizzle-orm";
import type { Snapshot } from "@/db/snapshot";
import type { Wire } from "@/lib/annotation/sources/source";
import { contentJson, presentContents } from "@/lib/annotation/sources/sources";
import type { SourceType } from "@/lib/contracts/shapes";
import { type Cursor, type ItemRange, itemsWhere } from "./export-query";
import { type SourceText, sourceTexts } from "./rules/source-texts";

/** What one statement takes as a parameter. A longer source is a portion of its own. */
const PORTION_CHARACTERS = 1024 * 1024;
const FOUND_AT_ONCE = 100;
/** The JSON of sources whose contents are in memory at a time. It says only where these are, so a session counts by its traces. */
const BLOCK_CHARACTERS = 32 * 1024;

interface Portion {
  range: ItemRange;
  texts: SourceText[];
}

/** A range in portions with the texts of their sources. One portion, if only rows of datasets have columns in the file. */
export async function* portionsOf(
  snapshot: Snapshot,
  range: ItemRange,
  most = PORTION_CHARACTERS,
): AsyncGenerator<Portion> {
  let rest = range;
  let texts: SourceText[] = [];
  let characters = 0;
  for await (const { at, text } of hasTexts(range) ? textsIn(snapshot, range) : []) {
    texts.push(text);
    characters += (text.input ?? "").length + (text.output ?? "").length;
    if (characters < most) continue;
    yield { range: { ...rest, upTo: at }, texts };
    rest = { ...rest, after: at };
    texts = [];
    characters = 0;
  }
  yield { range: rest, texts };
}

const hasTexts = ({ sourceColumns = [] }: ItemRange): boolean => sourceColumns.some(({ text }) => text);

interface Found extends Cursor, Record<string, unknown> {
  source_type: SourceType;
  source_id: string;
  /** JSON; null if the source is deleted. */
  content: string | null;
}

async function* textsIn(snapshot: Snapshot, range: ItemRange): AsyncGenerator<{ at: Cursor; text: SourceText }> {
  for (let after = range.after ?? null; ; ) {
    const found = await snapshot.db.execute<Found>(nextSources({ ...range, after }));
    for (const block of blocksOf(found)) {
      const described = block.map(({ source_type, content }) => ({ type: source_type, wire: wireOf(content) }));
      // From the pool, as in JSON: the contents of items stay as they are.
      const contents = await presentContents(snapshot.pool, range.queue.organizationId, described);
      for (const [index, { order, id, source_type, source_id }] of block.entries())
        yield { at: { order, id }, text: { source_type, source_id, ...sourceTexts(contents[index] ?? {}) } };
    }
    const last = found[FOUND_AT_ONCE - 1];
    if (!last) return;
    after = { order: last.order, id: last.id };
  }
}

const nextSources = (range: ItemRange): SQL => sql`
  with item as materialized (
    select item."order", item.id, item.source_type, item.source_id from queue_items item
    where ${itemsWhere(range)} and item.source_type <> 'dataset_row'
    order by item."order", item.id limit ${FOUND_AT_ONCE}::int
  )
  select item.*, (${contentJson(sql`item`, sql`${range.queue.organizationId}::uuid`)})::text as content
  from item order by item."order", item.id`;

// Safe: `contentJson` has written it.
const wireOf = (json: string | null): Wire | null => (json === null ? null : (JSON.parse(json) as Wire));

function* blocksOf(found: readonly Found[]): Generator<Found[]> {
  let block: Found[] = [];
  let characters = 0;
  for (const one of found) {
    block.push(one);
    characters += one.content?.length ?? 0;
    if (characters < BLOCK_CHARACTERS) continue;
    yield block;
    block = [];
    characters = 0;
  }
  if (block.length > 0) yield block;
}
