// The sources that a request names, one by one or by a filter.
import type { Database } from "@/db/client";
import {
  type NamedSource,
  type Reference,
  referencesOf,
  selectSources,
  sourceProblems,
} from "@/lib/annotation/sources/sources";
import type { Caller } from "@/lib/context";
import type { Selection } from "@/lib/contracts/annotation/selection";
import { MAX_ADDED_ITEMS } from "@/lib/contracts/limits";
import { Failure, invalid } from "@/lib/errors";

interface Choice {
  items?: readonly NamedSource[] | undefined;
  selection?: Selection | undefined;
}

/**
 * The sources that can be added to a queue, locked, and why others cannot. `total`: how many match the filter. Throws if
 * there are more than `most`, by id never more than a list may have.
 */
export async function chosenSources(db: Database, caller: Caller, choice: Choice, most = MAX_ADDED_ITEMS) {
  const { references, total } = choice.selection
    ? await selected(db, caller, choice.selection, most)
    : { references: await listed(db, caller, choice.items ?? []), total: undefined };
  const known: Reference[] = [];
  const errors: { source_type: Reference["sourceType"]; source_id: string; error: string }[] = [];
  // In parts, because a statement has a limit of parameters.
  for (let start = 0; start < references.length; start += MAX_ADDED_ITEMS) {
    const part = references.slice(start, start + MAX_ADDED_ITEMS);
    const problem = await sourceProblems(db, caller.organizationId, part);
    for (const reference of part) {
      const error = problem(reference);
      if (error === undefined) known.push(reference);
      else errors.push({ source_type: reference.sourceType, source_id: reference.sourceId, error });
    }
  }
  return { known, errors, total };
}

async function listed(db: Database, caller: Caller, items: readonly NamedSource[]): Promise<Reference[]> {
  if (items.length > MAX_ADDED_ITEMS) {
    throw new Failure("tooLarge", `At most ${MAX_ADDED_ITEMS} items can be added at once.`, {
      code: "items_too_large",
    });
  }
  return referencesOf(db, caller.organizationId, items);
}

async function selected(db: Database, caller: Caller, selection: Selection, most: number) {
  const { ids, total } = await selectSources(db, caller.organizationId, selection, most);
  if (total > most) {
    throw invalid(`The selection names ${total} sources; at most ${most} can be added at once.`, {
      code: "selection_too_large",
      facts: { total_matching: total, cap: most },
    });
  }
  return { references: ids.map((sourceId) => ({ sourceType: selection.source_type, sourceId })), total };
}

/** The first of the sources, unlocked, and how many there are. */
export async function firstSource(
  db: Database,
  caller: Caller,
  { items = [], selection }: Choice,
): Promise<{ first: Reference | null; total: number }> {
  if (!selection) {
    const [first = null] = await referencesOf(db, caller.organizationId, items.slice(0, 1));
    return { first, total: items.length };
  }
  const { ids, total } = await selectSources(db, caller.organizationId, selection, 1);
  const [sourceId] = ids;
  return { first: sourceId === undefined ? null : { sourceType: selection.source_type, sourceId }, total };
}
