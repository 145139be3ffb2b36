"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Bot, Database, ListChecks, ListTree, type LucideIcon, MessagesSquare, NotebookPen, Tags } from "lucide-react";
import { useSettled } from "@/app/_components/use-settled";
import { includesText } from "@/lib/bounds/normal-form";
import { agentsQuery } from "@/lib/client/agents";
import { labelsQuery, queuesQuery } from "@/lib/client/annotation";
import { datasetsQuery } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import { promptsQuery } from "@/lib/client/prompts";
import { runTestsQuery } from "@/lib/client/runs";
import type { ListedLabel } from "@/lib/contracts/annotation/labels";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { labelTypeWords } from "../label-type";
import { queueStatusWords } from "../queue-status";
import type { PaletteEntry, PaletteGroup } from "./palette-entry";

const SHOWN = 6;
const SETTLED_MS = 150;
const TRACE_ID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** What the server finds by name, and the trace with this id. */
export function useFoundItems(text: string): { groups: PaletteGroup[]; searching: boolean } {
  const search = useSettled(text, SETTLED_MS);
  const options = { enabled: search !== "", placeholderData: keepPreviousData };
  const queues = useQuery({ ...queuesQuery({ search }), ...options });
  const labels = useQuery({ ...labelsQuery({ search }), ...options });
  const datasets = useQuery({ ...datasetsQuery({ search }), ...options });
  const prompts = useQuery({ ...promptsQuery({ search }), ...options });
  const agents = useQuery({ ...agentsQuery({ search }), ...options });
  const runs = useQuery({ ...runTestsQuery(1, search), ...options });
  if (text === "") return { groups: [], searching: false };
  const groups = [
    group("Queues", ListChecks, queues.data?.results.map(queueEntry)),
    group("Labels", Tags, labels.data?.results.map(labelEntry)),
    group("Datasets", Database, datasets.data?.datasets.map(named(links.dataset))),
    group("Prompts", NotebookPen, prompts.data?.results.map(named(links.prompt))),
    group(
      "Agents",
      Bot,
      agents.data?.results.map(({ id, agent_name: name }) => named(links.agent)({ id, name })),
    ),
    group("Runs", MessagesSquare, runs.data?.results.map(named(links.run))),
  ];
  const matching = groups.map(({ value, items }) => ({
    value,
    items: items.filter(({ label }) => includesText(label, text)).slice(0, SHOWN),
  }));
  return {
    groups: [...(TRACE_ID.test(text) ? [traceGroup(text)] : []), ...matching],
    searching:
      search !== text || [queues, labels, datasets, prompts, agents, runs].some(({ isFetching }) => isFetching),
  };
}

type Found = Omit<PaletteEntry, "Icon">;

const group = (value: string, Icon: LucideIcon, items: readonly Found[] = []): PaletteGroup => ({
  value,
  items: items.map((item) => ({ ...item, Icon })),
});

const named =
  (href: (id: string) => string) =>
  ({ id, name }: { id: string; name: string }): Found => ({ label: name, href: href(id) });

const queueEntry = ({ id, name, status }: Queue): Found => ({
  ...named(links.queue)({ id, name }),
  hint: queueStatusWords[status],
});

/** Labels have no page of their own: the list shows the one of this name. */
const labelEntry = ({ name, type }: ListedLabel): Found => ({
  label: name,
  href: `${links.labels()}?${new URLSearchParams({ search: name })}`,
  hint: labelTypeWords[type].word,
});

const traceGroup = (id: string): PaletteGroup => ({
  value: "Traces",
  items: [{ label: `Trace ${id}`, href: links.trace(id.toLowerCase()), Icon: ListTree }],
});
