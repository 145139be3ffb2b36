"use client";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { promptVersionQuery } from "@/lib/client/prompts";
import {
  contentOf,
  examplesOf,
  firstColumns,
  inputsOf,
  MAX_COLUMNS,
  newColumn,
  type PlayColumn,
  valuesOf,
} from "./column";
import type { RecordedResult } from "./tools";
import { usePlays } from "./use-plays";
import { valueProblems } from "./value-problems";

/** The columns, what they have in common, and their answers. `versions`: newest first. */
export function usePlayground(promptId: string, versions: readonly string[], shown: string | undefined) {
  const [columns, setColumns] = useState(() => firstColumns(versions, shown));
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [recorded, setRecorded] = useState<readonly RecordedResult[]>([]);
  const { run: play, ...plays } = usePlays();
  const names = [...new Set(columns.map(({ version }) => version))];
  const found = useQueries({ queries: names.map((version) => promptVersionQuery(promptId, version)) });
  const versionOf = ({ version }: PlayColumn) => {
    const query = found[names.indexOf(version)];
    return { content: query?.data?.content, error: query?.error ?? null };
  };
  const contents = found.flatMap(({ data }) => data?.content ?? []);
  const texts = { ...examplesOf(contents), ...typed };
  const run = (column: PlayColumn) => {
    const { content } = versionOf(column);
    if (!content) return;
    const variables = valuesOf(inputsOf([content]), texts);
    void play({ key: column.key, content: contentOf(content, column), variables, texts });
  };
  const isFull = columns.length >= MAX_COLUMNS;
  return {
    ...plays,
    columns,
    versionOf,
    inputs: inputsOf(contents),
    contents,
    texts,
    problems: valueProblems(Object.values(plays.states), texts),
    recorded,
    setRecorded,
    isFull,
    type: (changes: Record<string, string>) => setTyped({ ...typed, ...changes }),
    add: () => isFull || setColumns([...columns, newColumn(columns.at(-1)?.version ?? versions[0] ?? "v1")]),
    change: (next: PlayColumn) => setColumns(columns.map((one) => (one.key === next.key ? next : one))),
    remove: ({ key }: PlayColumn) => setColumns(columns.filter((one) => one.key !== key)),
    run,
    runAll: () => columns.forEach(run),
  };
}
