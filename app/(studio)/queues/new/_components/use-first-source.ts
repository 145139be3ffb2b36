"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ShownContent } from "@/app/_components/source/layout";
import { readContent } from "@/app/_components/source/source-content";
import { previewSourceQuery } from "@/lib/client/annotation";
import { firstBody, type SourceChoice, shownChoice, wordsOf } from "../../[queue_id]/_components/adding/source-choice";

export interface FirstSource {
  /** As it was sent, and as it was read; null while none is known. */
  wire: Record<string, unknown> | null;
  content: ShownContent | null;
  /** How many sources are chosen; null while unknown. */
  total: number | null;
  /** Why there is none. */
  absence: string;
}

/** The first of the chosen sources, as annotators will see it. */
export function useFirstSource({ sources }: { sources: SourceChoice }): FirstSource {
  const body = firstBody(sources);
  const found = useQuery({
    ...previewSourceQuery(body ?? {}),
    enabled: body !== null,
    // The next filter of the same sources replaces what is shown, without a gap.
    placeholderData: keepPreviousData,
  });
  const answer = body === null ? undefined : found.data;
  const wire = answer?.source_content ?? null;
  const content = wire && readContent(wire);
  const { scope, chosen } = shownChoice(sources);
  const isKnown = content !== null && content.kind !== "gone";
  return {
    wire: isKnown ? wire : null,
    content: isKnown ? content : null,
    total: body === null ? null : scope === "chosen" ? chosen.size : (answer?.total ?? null),
    absence: absenceOf(sources, { isChosen: body !== null, error: found.error, isLoaded: answer !== undefined }),
  };
}

function absenceOf(
  sources: SourceChoice,
  { isChosen, error, isLoaded }: { isChosen: boolean; error: Error | null; isLoaded: boolean },
): string {
  if (!isChosen) return "Choose a source to see its first item here.";
  if (error) return `The first item could not be loaded. ${error.message}`;
  return isLoaded ? `There are no ${wordsOf(sources).many} to show.` : "Loading the first item…";
}
