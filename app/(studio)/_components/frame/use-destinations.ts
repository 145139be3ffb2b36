"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Database, ListChecks, type LucideIcon } from "lucide-react";
import { queuesQuery } from "@/lib/client/annotation";
import { datasetsQuery } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import { queueStatusWords } from "../queue-status";
import { actionPages, allPages } from "./pages";

export interface Destination {
  label: string;
  href: string;
  Icon: LucideIcon;
  hint?: string;
}

export interface DestinationGroup {
  value: string;
  items: Destination[];
}

const SHOWN = 8;

/** Search results: pages at once, queues and datasets as the server finds them. */
export function useDestinations(search: string): { groups: DestinationGroup[]; searching: boolean } {
  const text = search.trim();
  const found = text ? { search: text } : {};
  const queues = useQuery({ ...queuesQuery(found), placeholderData: keepPreviousData });
  const datasets = useQuery({ ...datasetsQuery(found), placeholderData: keepPreviousData });
  const matches = (label: string) => label.toLowerCase().includes(text.toLowerCase());
  const pages = [...allPages, ...actionPages].filter((page) => matches(page.label));
  const groups = [
    { value: "Pages", items: pages.map(({ label, href, Icon }) => ({ label, href, Icon })) },
    {
      value: "Queues",
      items: (queues.data?.results ?? [])
        .filter((queue) => matches(queue.name))
        .slice(0, SHOWN)
        .map((queue) => ({
          label: queue.name,
          href: links.queue(queue.id),
          Icon: ListChecks,
          hint: queueStatusWords[queue.status],
        })),
    },
    {
      value: "Datasets",
      items: (datasets.data?.datasets ?? [])
        .filter((dataset) => matches(dataset.name))
        .slice(0, SHOWN)
        .map((dataset) => ({ label: dataset.name, href: links.dataset(dataset.id), Icon: Database })),
    },
  ];
  return {
    groups: groups.filter((group) => group.items.length > 0),
    searching: queues.isFetching || datasets.isFetching,
  };
}
