"use client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { useMayWrite } from "@/app/_components/use-role";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { RemovableFilter } from "@/app/_ui/list/removable-filter";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { labelQuery, queuesQuery, restoreQueue } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { FilterSelect, NoMatch, SearchFilter } from "../../_components/filters";
import { queueStatusWords } from "../../_components/queue-status";
import { useOrder } from "../../_components/use-order";
import { queueFilterOf } from "./queue-filter";
import { QueueTable } from "./queue-table";

const statuses = [
  ...Object.entries(queueStatusWords).map(([value, label]) => ({ value, label })),
  { value: "archived", label: "Archived" },
];

export function QueuesScreen() {
  const { get, set } = useAddress();
  const filter = queueFilterOf(get);
  const queues = useQuery({ ...queuesQuery(filter), placeholderData: keepPreviousData });
  const order = useOrder(filter.ordering ?? "-created_at");
  const restore = useMutation(restoreQueue);
  const router = useRouter();
  const may = useMayWrite();
  useShortcuts(
    "Page",
    may ? [{ keys: "c", description: "Create a queue", run: () => router.push(links.newQueue()) }] : [],
  );
  const create = may ? (
    <LinkButton look="primary" keys="c" href={links.newQueue()}>
      Create queue
    </LinkButton>
  ) : null;
  const filtered = Boolean(filter.search || filter.status || filter.archived || filter.label_id);
  return (
    <PageBody>
      <PageHeader title="Queues" description="Items to annotate, with their labels and people." actions={create} />
      <Filters status={get("status")} labelId={filter.label_id} />
      <PagedList
        found={queues}
        noun="queues"
        page={filter.page ?? 1}
        onPage={(page) => set({ page })}
        columns={4}
        empty={<NoQueues isFiltered={filtered} act={create} />}
      >
        {(rows, isStale) => (
          <QueueTable
            queues={rows}
            stale={isStale}
            order={order}
            {...(may && filter.archived ? { onRestore: (queue_id: string) => restore.mutate({ queue_id }) } : {})}
          />
        )}
      </PagedList>
    </PageBody>
  );
}

/** Shown if no queue matches, or if there is none. */
const NoQueues = ({ isFiltered, act }: { isFiltered: boolean; act: ReactNode }) =>
  isFiltered ? (
    <NoMatch noun="queues" filters={["search", "status", "label"]}>
      Try a different search or status.
    </NoMatch>
  ) : (
    <EmptyState title="No queues yet" action={act}>
      A queue shows annotators dataset rows, traces or calls, and asks for your labels. The first one takes a minute.
    </EmptyState>
  );

interface FiltersProps {
  status: string | undefined;
  labelId: string | undefined;
}

const Filters = ({ status, labelId }: FiltersProps) => (
  <div className="mb-3 flex flex-wrap gap-2">
    <SearchFilter label="Search queues" />
    <FilterSelect name="status" label="Status" value={status} all="All statuses" options={statuses} width="w-40!" />
    {labelId ? <LabelFilter id={labelId} /> : null}
  </div>
);

/** Set by a link of the list of labels. */
function LabelFilter({ id }: { id: string }) {
  const { set } = useAddress();
  const label = useQuery(labelQuery(id)).data;
  return (
    <RemovableFilter onRemove={() => set({ label: null, page: null })}>
      Label: {label?.name ?? "archived or unknown"}
    </RemovableFilter>
  );
}
