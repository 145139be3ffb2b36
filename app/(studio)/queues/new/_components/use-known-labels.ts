"use client";
import { useQueries, useQuery } from "@tanstack/react-query";
import { labelChoicesQuery, labelQuery, labelsNamedQuery } from "@/lib/client/annotation";
import type { Label } from "@/lib/contracts/annotation/labels";
import { useSearch } from "../../../_components/choices";
import type { LabelEntry } from "./label-entries";

export interface KnownLabels {
  /** Undefined until they are loaded. */
  labels: readonly Label[] | undefined;
  /** Finds labels beyond the newest. */
  onSearch: (text: string) => void;
}

/**
 * The newest labels, those that match the search, the chosen ones, and those with the names of labels to be made: an
 * organization may have more labels than are loaded at first.
 */
export function useKnownLabels(entries: readonly LabelEntry[]): KnownLabels {
  const [search, onSearch] = useSearch();
  const newest = useQuery(labelChoicesQuery()).data?.results;
  const names = entries.flatMap(({ made }) => (made ? [made.name.trim()] : []));
  const named = useQueries({
    queries: [...new Set([...names, search])].filter(Boolean).map((name) => labelsNamedQuery(name)),
  });
  const older = newest
    ? entries.flatMap(({ labelId }) => (labelId && !newest.some(({ id }) => id === labelId) ? [labelId] : []))
    : [];
  const chosen = useQueries({ queries: older.map((id) => labelQuery(id)) });
  if (!newest) return { labels: undefined, onSearch };
  const found = [...named.flatMap(({ data }) => data?.results ?? []), ...chosen.flatMap(({ data }) => data ?? [])];
  const all = new Map([...newest, ...found].map((label) => [label.id, label]));
  return { labels: [...all.values()], onSearch };
}
