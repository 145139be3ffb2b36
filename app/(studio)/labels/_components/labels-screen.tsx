"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { useRole } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { type LabelFilter, labelsQuery } from "@/lib/client/annotation";
import { mayWrite } from "@/lib/client/roles";
import type { ListedLabel } from "@/lib/contracts/annotation/labels";
import { labelTypes } from "@/lib/contracts/names";
import { FilterSelect, SearchFilter } from "../../_components/filters";
import { ForWriters } from "../../_components/for-writers";
import { labelTypeWords } from "../../_components/label-type";
import { useOrder } from "../../_components/use-order";
import { CreateLabelDialog, EditLabelDialog } from "./label-dialog";
import { labelFilterOf } from "./label-filter";
import { LabelTable } from "./label-table";

const types = labelTypes.map((value) => ({ value, label: labelTypeWords[value].word }));
const ARCHIVED = { value: "1", label: "Archived" };
const noFilter = { search: null, type: null, archived: null, page: null };

export function LabelsScreen() {
  const { get, set } = useAddress();
  const filter = labelFilterOf(get);
  const labels = useQuery({ ...labelsQuery(filter), placeholderData: keepPreviousData });
  const order = useOrder(filter.ordering ?? "-created_at");
  const [edited, setEdited] = useState<ListedLabel | null>(null);
  const open = () => set({ new: "1" }, { keepsBack: false });
  const role = useRole();
  const may = mayWrite(role);
  useShortcuts("Page", may ? [{ keys: "c", description: "Create a label", run: open }] : []);
  const create = may ? (
    <Button look="primary" keys="c" onClick={open}>
      Create label
    </Button>
  ) : null;
  return (
    <PageBody>
      <PageHeader
        title="Labels"
        description="The questions that annotators answer. Labels can be used in several queues."
        actions={create}
      />
      {role && get("new") ? (
        <ForWriters role={role} things="labels">
          <CreateLabelDialog onClose={() => set({ new: null }, { keepsBack: false })} />
        </ForWriters>
      ) : null}
      <Filters {...filter} />
      <PagedList
        found={labels}
        noun="labels"
        page={filter.page ?? 1}
        onPage={(page) => set({ page })}
        columns={4}
        empty={<NoLabels filter={filter} act={create} />}
      >
        {(rows, isStale) => <LabelTable labels={rows} stale={isStale} order={order} onEdit={may ? setEdited : null} />}
      </PagedList>
      {edited ? <EditLabelDialog label={edited} onClose={() => setEdited(null)} /> : null}
    </PageBody>
  );
}

/** Shown if no label matches, or if there is none. */
function NoLabels({ filter: { search, type, archived }, act }: { filter: LabelFilter; act: ReactNode }) {
  const { set } = useAddress();
  if (!search && !type && !archived) {
    return (
      <EmptyState title="No labels yet" action={act}>
        A label is one question. Its answer is a category, stars, yes or no, a number, text, a preference or marked
        spans.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={archived ? "No archived labels" : "No label matches"}
      action={<Button onClick={() => set(noFilter)}>Show all labels</Button>}
    >
      Archived labels keep their scores and can be restored.
    </EmptyState>
  );
}

const Filters = ({ type, archived }: LabelFilter) => (
  <div className="mb-3 flex flex-wrap gap-2">
    <SearchFilter label="Search labels" />
    <FilterSelect name="type" label="Type" value={type} all="All types" options={types} width="w-36!" />
    <FilterSelect
      name="archived"
      label="Archived"
      value={archived ? ARCHIVED.value : undefined}
      all="In use"
      options={[ARCHIVED]}
      width="w-32!"
    />
  </div>
);
