"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Select } from "@/app/_ui/control/select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { RemovableFilter } from "@/app/_ui/list/removable-filter";
import { SearchInput } from "@/app/_ui/list/search-input";
import { PageHeader } from "@/app/_ui/page/page-header";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { personQuery } from "@/lib/client/account";
import { evalTemplatesQuery, TEMPLATE_ROWS } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { outputTypeWords } from "../words";
import { NewTemplateMenu } from "./new-template-menu";
import { isFiltered, type TemplateFilter, templateFilterOf, templateQueryOf } from "./template-filter";
import { TemplateTable } from "./template-table";

const all = { search: null, kind: null, output: null, owner: null, tag: null, page: null };

export function TemplatesScreen() {
  const { get, set } = useAddress();
  const filter = templateFilterOf(get);
  const may = mayWrite(useQuery(personQuery()).data?.organization_role);
  const found = useQuery({
    ...evalTemplatesQuery(templateQueryOf(filter)),
    placeholderData: keepPreviousData,
    select: ({ items: results, total: count }) => ({ results, count, limit: TEMPLATE_ROWS }),
  });
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
      <Filters filter={filter} onChange={(changes, step) => set({ ...changes, page: null }, step)} />
      <PagedList
        found={found}
        noun="templates"
        page={filter.page}
        onPage={(page) => set({ page })}
        columns={6}
        empty={<NoTemplates filter={filter} onAll={() => set(all)} />}
      >
        {(rows, isStale) => (
          <TemplateTable templates={rows} stale={isStale} onTag={(tag) => set({ tag, page: null })} />
        )}
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
  { value: "all", label: "Judged or computed" },
  { value: "judged", label: "Judged" },
  { value: "computed", label: "Computed" },
  { value: "composite", label: "Composite" },
] as const;
const outputOptions = [
  { value: "all", label: "All outputs" },
  { value: "pass_fail", label: outputTypeWords.pass_fail },
  { value: "percentage", label: outputTypeWords.percentage },
  { value: "deterministic", label: outputTypeWords.deterministic },
] as const;
const ownerOptions = [
  { value: "all", label: "All owners" },
  { value: "system", label: "Built in" },
  { value: "user", label: "Your own" },
  { value: "drafts", label: "Your drafts" },
] as const;
const sortOptions = [
  { value: "name", label: "By name" },
  { value: "updated", label: "Last changed first" },
] as const;

interface FiltersProps {
  filter: TemplateFilter;
  onChange: (changes: Record<string, string | null>, step?: { keepsBack: boolean }) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  const chosen = (name: string, none: string) => (value: string) => onChange({ [name]: value === none ? null : value });
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <SearchInput
        label="Search templates"
        value={filter.search}
        onChange={(search) => onChange({ search }, { keepsBack: false })}
      />
      <Select
        aria-label="Kind"
        className="w-44!"
        value={filter.kind}
        options={kindOptions}
        onChange={chosen("kind", "all")}
      />
      <Select
        aria-label="Output"
        className="w-40!"
        value={filter.output}
        options={outputOptions}
        onChange={chosen("output", "all")}
      />
      <Select
        aria-label="Owner"
        className="w-32!"
        value={filter.owner}
        options={ownerOptions}
        onChange={chosen("owner", "all")}
      />
      <Select
        aria-label="Order"
        className="w-40!"
        value={filter.sort}
        options={sortOptions}
        onChange={chosen("sort", "name")}
      />
      {filter.tag ? (
        <RemovableFilter onRemove={() => onChange({ tag: null })}>Tag: {filter.tag}</RemovableFilter>
      ) : null}
    </div>
  );
}
