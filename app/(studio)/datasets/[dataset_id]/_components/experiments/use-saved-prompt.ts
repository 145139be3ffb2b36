"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { promptVersionQuery, promptVersionsQuery } from "@/lib/client/prompts";

/** A prompt of the library; its newest committed version if none is named. */
export interface SavedPrompt {
  id: string;
  version: string | null;
}

/** The chosen version of a saved prompt. Drafts still change, so they are not offered. */
export function useSavedPrompt(initial: SavedPrompt | null) {
  const [chosen, choose] = useState(initial);
  const id = chosen?.id ?? "";
  const listed = useQuery({ ...promptVersionsQuery(id), enabled: id !== "" });
  const versions = (listed.data?.results ?? []).flatMap(({ version, is_draft }) => (is_draft ? [] : version));
  const name = chosen?.version ?? versions[0] ?? "";
  const found = useQuery({ ...promptVersionQuery(id, name), enabled: id !== "" && name !== "" });
  const error = listed.error ?? found.error;
  const hasNone = listed.isSuccess && versions.length === 0;
  const problem = error?.message ?? (hasNone ? "The prompt has only drafts. Commit one first." : null);
  return { chosen, choose, versions, name, version: found.data ?? null, problem };
}

export type ChosenPrompt = ReturnType<typeof useSavedPrompt>;
