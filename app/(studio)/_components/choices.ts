"use client";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { agentsQuery, personasQuery } from "@/lib/client/agents";
import { queuesQuery } from "@/lib/client/annotation";
import { runTestsQuery } from "@/lib/client/runs";
import { scenariosQuery } from "@/lib/client/scenarios";

interface Choice {
  value: string;
  label: string;
  hint?: string;
}

const PAUSE_MS = 200;
const LONGEST = 255;

/** What is looked for, a moment after the last key. */
function useSearch(): [search: string, onSearch: (text: string) => void] {
  const [search, setSearch] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onSearch = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSearch(text.trim().slice(0, LONGEST)), PAUSE_MS);
  };
  return [search, onSearch];
}

type Chosen = readonly (string | null)[];

/** Whatever was offered since the window was opened: a draft that is taken up again has what it had chosen. */
const offered = new Map<string, Choice>();

/** All that was offered since the form was opened: what has been chosen keeps its name when something else is looked for. */
function useOffered(found: readonly Choice[], chosen: Chosen = []): Choice[] {
  const [known, setKnown] = useState<ReadonlyMap<string, Choice>>(
    () => new Map(chosen.flatMap((value) => offered.get(value ?? "") ?? []).map((choice) => [choice.value, choice])),
  );
  for (const choice of found) offered.set(choice.value, choice);
  const fresh = found.filter(({ value }) => !known.has(value));
  if (fresh.length > 0) setKnown(new Map([...known, ...fresh.map((choice) => [choice.value, choice] as const)]));
  return [...known.values()];
}

/** Agents for a SearchSelect: the newest, and whichever are found by what is typed. */
export function useAgentChoices(chosen?: Chosen) {
  const [search, onSearch] = useSearch();
  const found = useQuery(agentsQuery(search ? { search } : {}));
  const choices = (found.data?.results ?? []).map(({ id, agent_name }) => ({ value: id, label: agent_name }));
  const isNone = search === "" && found.data?.count === 0;
  return { options: useOffered(choices, chosen), onSearch, isPending: found.isPending, isError: found.isError, isNone };
}

/** Scenarios for a SearchSelect or a Picker: the newest, and whichever are found by what is typed. */
export function useScenarioChoices(chosen?: Chosen) {
  const [search, onSearch] = useSearch();
  const found = useQuery(scenariosQuery(search ? { search } : {}));
  const choices = (found.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isNone = search === "" && found.data?.count === 0;
  return { options: useOffered(choices, chosen), onSearch, isPending: found.isPending, isError: found.isError, isNone };
}

/** Test runs for a SearchSelect: the newest, and whichever are found by what is typed. */
export function useRunChoices() {
  const [search, onSearch] = useSearch();
  const found = useQuery(runTestsQuery(1, search));
  const choices = (found.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isNone = search === "" && found.data?.count === 0;
  return { options: useOffered(choices), onSearch, isPending: found.isPending, isError: found.isError, isNone };
}

/** Queues for a SearchSelect: the newest, and whichever are found by what is typed. */
export function useQueueChoices(enabled: boolean) {
  const [search, onSearch] = useSearch();
  const found = useQuery({ ...queuesQuery(search ? { search } : {}), enabled });
  const choices = (found.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isNone = search === "" && found.data?.count === 0;
  return { options: useOffered(choices), onSearch, isPending: found.isPending, isError: found.isError, isNone };
}

/** Personas for a Picker: the first by name, and whichever are found by what is typed. */
export function usePersonaChoices(chosen?: Chosen) {
  const [search, onSearch] = useSearch();
  const found = useQuery(personasQuery(search ? { search } : {}));
  const choices = (found.data?.results ?? []).map(({ id, name, simulation_type }) => ({
    value: id,
    label: name,
    hint: simulation_type === "text" ? "Writes" : "Calls",
  }));
  return { options: useOffered(choices, chosen), onSearch, isPending: found.isPending, isError: found.isError };
}
