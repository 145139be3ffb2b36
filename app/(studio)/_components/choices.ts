"use client";
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  type AgentFilter,
  agentsQuery,
  agentVersionQuery,
  agentVersionsQuery,
  personasQuery,
} from "@/lib/client/agents";
import { labelsNamedQuery, type QueueFilter, queuesQuery } from "@/lib/client/annotation";
import { evalTasksQuery, type TaskFilter } from "@/lib/client/evaluation/tasks";
import { promptsQuery } from "@/lib/client/prompts";
import { runTestsQuery } from "@/lib/client/runs";
import { scenariosQuery } from "@/lib/client/scenarios";
import { labelTypeWords } from "./label-type";

interface Choice {
  value: string;
  label: string;
  hint?: string;
}

const PAUSE_MS = 200;
const LONGEST = 255;

/** The search text, debounced. */
export function useSearch(): [search: string, onSearch: (text: string) => void] {
  const [search, setSearch] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onSearch = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSearch(text.trim().slice(0, LONGEST)), PAUSE_MS);
  };
  return [search, onSearch];
}

type Selection = readonly (string | null)[];

/** All choices offered since the window opened: a restored draft still knows the names of its selection. */
const offered = new Map<string, Choice>();

/** All choices offered since the form opened: a selection keeps its name when the search changes. */
function useOffered(found: readonly Choice[], chosen: Selection = []): Choice[] {
  const [known, setKnown] = useState<ReadonlyMap<string, Choice>>(
    () => new Map(chosen.flatMap((value) => offered.get(value ?? "") ?? []).map((choice) => [choice.value, choice])),
  );
  for (const choice of found) offered.set(choice.value, choice);
  const fresh = found.filter(({ value }) => !known.has(value));
  if (fresh.length > 0) setKnown(new Map([...known, ...fresh.map((choice) => [choice.value, choice] as const)]));
  return [...known.values()];
}

/** The choices of a SearchSelect or a Picker: the newest of a list, and those that match the search. */
function useChoices<Page extends { count: number }, Key extends QueryKey>(
  list: (search: string) => UseQueryOptions<Page, Error, Page, Key>,
  choicesIn: (page: Page) => Choice[],
  { thing, chosen, enabled = true }: { thing: string; chosen?: Selection | undefined; enabled?: boolean },
) {
  const [search, onSearch] = useSearch();
  const found = useQuery({ ...list(search), enabled });
  const options = useOffered(found.data ? choicesIn(found.data) : [], chosen);
  const isNone = search === "" && found.data?.count === 0;
  const empty = found.isError ? `The ${thing}s could not be loaded.` : `No ${thing} matches`;
  return { options, onSearch, empty, isPending: found.isPending, isError: found.isError, isNone };
}

export type Choices = ReturnType<typeof useChoices>;

/** The choices with the selection, which may be older than all that were offered. */
export function withChosen(choices: Choices, ...chosen: (Option | undefined)[]): Choices {
  const isOffered = (id: string) => choices.options.some(({ value }) => value === id);
  const older = chosen.flatMap((one) => (one && !isOffered(one.id) ? [sameChoice(one)] : []));
  return { ...choices, options: [...older, ...choices.options] };
}

/** One object for the same choice: with another selected one, a SearchSelect would forget what is being typed. */
function sameChoice(option: Option): Choice {
  const known = offered.get(option.id);
  if (known?.label === option.name) return known;
  const made = choice(option);
  offered.set(option.id, made);
  return made;
}

interface Option {
  id: string;
  name: string;
  hint?: string;
}
const choice = ({ id, name, hint }: Option): Choice => ({ value: id, label: name, ...(hint ? { hint } : {}) });
const by = (search: string) => (search ? { search } : {});

export const useAgentChoices = (chosen?: Selection, filter: Pick<AgentFilter, "agent_type"> = {}) =>
  useChoices(
    (search) => agentsQuery({ ...by(search), ...filter }),
    ({ results }) => results.map(({ id, agent_name }) => choice({ id, name: agent_name })),
    { thing: "agent", chosen },
  );

/** Versions of an agent, with the chosen one, however old it is. */
export function useVersionChoices(agent_id: string, chosen: string | null) {
  const choices = useChoices(
    (search) => agentVersionsQuery(agent_id, search),
    ({ results }) => results.map(({ id, version_name_display }) => choice({ id, name: version_name_display })),
    { thing: "version", chosen: [chosen] },
  );
  const isMissing = chosen !== null && !choices.isPending && !choices.options.some(({ value }) => value === chosen);
  const { data } = useQuery({ ...agentVersionQuery(agent_id, chosen ?? ""), enabled: isMissing });
  return withChosen(choices, data && { id: data.id, name: data.version_name_display });
}

export const useScenarioChoices = (chosen?: Selection) =>
  useChoices(
    (search) => scenariosQuery(by(search)),
    ({ results }) => results.map(choice),
    { thing: "scenario", chosen },
  );

export const useRunChoices = () =>
  useChoices(
    (search) => runTestsQuery(1, search),
    ({ results }) => results.map(choice),
    { thing: "run" },
  );

/** Tasks that evaluate spans. */
export const useTaskChoices = (filter: Pick<TaskFilter, "project_id" | "status"> = {}, chosen?: Selection) =>
  useChoices(
    (search) => evalTasksQuery({ ...by(search), ...filter }),
    ({ results }) => results.map(({ id, name, project_name }) => choice({ id, name, hint: project_name })),
    { thing: "task", chosen },
  );

/** Queues, or those in which the person has a role. */
export const useQueueChoices = (
  filter: Pick<QueueFilter, "viewer_role"> = {},
  options: { chosen?: Selection; enabled?: boolean } = {},
) =>
  useChoices(
    (search) => queuesQuery({ ...by(search), ...filter }),
    ({ results }) => results.map(choice),
    { thing: "queue", ...options },
  );

export const useLabelChoices = () =>
  useChoices(
    (search) => labelsNamedQuery(search),
    ({ results }) => results.map(({ id, name, type }) => choice({ id, name, hint: labelTypeWords[type].word })),
    { thing: "label" },
  );

export const usePersonaChoices = (chosen?: Selection) =>
  useChoices(
    (search) => personasQuery(by(search)),
    ({ results }) =>
      results.map(({ id, name, simulation_type }) =>
        choice({ id, name, hint: simulation_type === "text" ? "Writes" : "Calls" }),
      ),
    { thing: "persona", chosen },
  );

export const usePromptChoices = (chosen?: Selection) =>
  useChoices(
    (search) => promptsQuery(by(search)),
    ({ results }) => results.map(({ id, name, folder }) => choice({ id, name, hint: folder })),
    { thing: "prompt", chosen },
  );
