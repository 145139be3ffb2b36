"use client";
import { useQueries, useQuery } from "@tanstack/react-query";
import { labelChoicesQuery, labelsNamedQuery } from "@/lib/client/annotation";
import type { Label } from "@/lib/contracts/annotation/labels";
import type { LabelEntry } from "./label-entries";

/**
 * The labels that can be chosen, and those with the names of labels to be made: in an organization with many labels, the
 * choices are not all there are. Undefined until they are loaded.
 */
export function useKnownLabels(entries: readonly LabelEntry[]): readonly Label[] | undefined {
  const choices = useQuery(labelChoicesQuery()).data?.results;
  const names = [...new Set(entries.flatMap(({ made }) => (made ? [made.name.trim()] : [])))].filter(Boolean);
  const named = useQueries({ queries: names.map((name) => labelsNamedQuery(name)) });
  if (!choices || named.some(({ isPending }) => isPending)) return choices;
  const all = [...choices, ...named.flatMap(({ data }) => data?.results ?? [])];
  return [...new Map(all.map((label) => [label.id, label])).values()];
}
