"use client";
import { useQuery } from "@tanstack/react-query";
import { evalTemplateNamesQuery } from "@/lib/client/evaluation";

/** The templates to choose from in a SearchSelect. The chosen one may be a template that lists leave out. */
export function useTemplateOptions(chosen?: { id: string; name: string; description: string }) {
  const names = useQuery(evalTemplateNamesQuery());
  const listed = names.data ?? [];
  const isListed = listed.some(({ id }) => id === chosen?.id);
  const options = (chosen && !isListed ? [chosen, ...listed] : listed).map(({ id, name, description }) => ({
    value: id,
    label: name,
    hint: description,
  }));
  const empty = names.isPending ? "Loading…" : names.isError ? "The templates could not be loaded." : "No results";
  return { options, empty };
}
