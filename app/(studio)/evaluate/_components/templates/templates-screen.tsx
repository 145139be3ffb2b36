"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { RemovableFilter } from "@/app/_ui/list/removable-filter";
import { PageHeader } from "@/app/_ui/page/page-header";
import { FilterSelect, SearchFilter } from "@/app/(studio)/_components/filters";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { evalTemplatesQuery, TEMPLATE_ROWS } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import { outputTypes } from "@/lib/contracts/evaluation/names";
import { outputTypeWords } from "../words";
import { NewTemplateMenu } from "./new-template-menu";
import { isFiltered, type TemplateFilter, templateFilterOf, templateQueryOf } from "./template-filter";
import { TemplateTable } from "./template-table";

const all = { search: null, kind: null, output: null, owner: null, tag: null, page: null };

export function TemplatesScreen() {
  const { get, set } = useAddress();
  const filter = templateFilterOf(get);
  const may = useMayWrite();
  const found = useQuery({
    ...evalTemplatesQuery(templateQueryOf(filter)),
    placeholderData: keepPreviousData,
    select: ({ items: results, total: count }) => ({ results, count, limit: TEMPLATE_ROWS }),
  });
  const setTag = (tag: string | null) => set({ tag, page: null });
  return (
    <>
      <PageHeader
        title="Evaluation templates"
        description="Ways to score an answer: judged by a model, or computed by a function."
        actions={
          <>
            <LinkButton href={links.playground()}>Open the playground</LinkButton>
            {may ? <NewTemplateMenu /> : null}
          </>
        }
      />
      <Filters filter={filter} onTag={setTag} />
      <PagedList
        found={found}
        noun="templates"
        page={filter.page}
        onPage={(page) => set({ page })}
        columns={6}
        empty={<NoTemplates filter={filter} onAll={() => set(all)} />}
      >
        {(rows, isStale) => <TemplateTable templates={rows} stale={isStale} onTag={setTag} />}
      </PagedList>
    </>
  );
}

function NoTemplates({ filter, onAll }: { filter: TemplateFilter; onAll: () => void }) {
  const isOnlyOf = (owner: TemplateFilter["owner"]) =>
    filter.owner === owner && !isFiltered({ ...filter, owner: "all" });
  if (isOnlyOf("user"))
    return (
      <EmptyState title="No templates of your own yet" action={<Button onClick={onAll}>Show all</Button>}>
        Create one from criteria, code or other templates, or duplicate a built-in one.
      </EmptyState>
    );
  if (isOnlyOf("drafts"))
    return (
      <EmptyState title="No drafts" action={<Button onClick={onAll}>Show all</Button>}>
        Saved drafts appear here. Nobody can use a draft until you create the template.
      </EmptyState>
    );
  return (
    <EmptyState title="No template matches" action={<Button onClick={onAll}>Show all templates</Button>}>
      Search by name.
    </EmptyState>
  );
}

const kindOptions = [
  { value: "judged", label: "Judged" },
  { value: "computed", label: "Computed" },
  { value: "composite", label: "Composite" },
] as const;
const outputOptions = outputTypes.map((value) => ({ value, label: outputTypeWords[value] }));
const ownerOptions = [
  { value: "system", label: "Built in" },
  { value: "user", label: "Your own" },
  { value: "drafts", label: "Your drafts" },
] as const;
const orderOptions = [{ value: "updated", label: "Last changed first" }] as const;

const Filters = ({ filter, onTag }: { filter: TemplateFilter; onTag: (tag: null) => void }) => (
  <div className="mb-3 flex flex-wrap gap-2">
    <SearchFilter label="Search templates" />
    <FilterSelect
      name="kind"
      label="Kind"
      value={filter.kind}
      all="Judged or computed"
      options={kindOptions}
      width="w-44!"
    />
    <FilterSelect
      name="output"
      label="Output"
      value={filter.output}
      all="All outputs"
      options={outputOptions}
      width="w-40!"
    />
    <FilterSelect
      name="owner"
      label="Owner"
      value={filter.owner}
      all="All owners"
      options={ownerOptions}
      width="w-32!"
    />
    <FilterSelect
      name="sort"
      label="Order"
      value={filter.sort === "name" ? undefined : filter.sort}
      all="By name"
      options={orderOptions}
      width="w-40!"
    />
    {filter.tag ? <RemovableFilter onRemove={() => onTag(null)}>Tag: {filter.tag}</RemovableFilter> : null}
  </div>
);
