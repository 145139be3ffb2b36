"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { type Get, oneOf, pageOf } from "@/app/(studio)/_components/address";
import { FilterSelect, NoMatch, SearchFilter } from "@/app/(studio)/_components/filters";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { personasQuery } from "@/lib/client/agents";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { agentTypes } from "@/lib/contracts/simulation/names";
import { mediumOptions } from "../../_components/media";
import { PersonaDialog } from "./persona-dialog";
import type { Persona } from "./persona-form";
import { PersonaTable } from "./persona-table";

const kindOptions = [
  { value: "prebuilt", label: "Built in" },
  { value: "custom", label: "Your own" },
] as const;

const filterOf = (get: Get) => ({
  page: pageOf(get("page")),
  search: get("search") ?? "",
  kind: kindOptions.find(({ value }) => value === get("kind"))?.value,
  medium: oneOf(agentTypes, get("medium")),
});
type Filter = ReturnType<typeof filterOf>;

export function PersonasScreen({ role }: { role: OrganizationRole }) {
  const { get, set } = useAddress();
  const [open, setOpen] = useState<Persona | null>(null);
  const filter = filterOf(get);
  const { page, search, kind, medium } = filter;
  const found = useQuery({
    ...personasQuery({
      page,
      ...(search ? { search } : {}),
      ...(kind ? { type: kind } : {}),
      ...(medium ? { simulation_type: medium } : {}),
    }),
    placeholderData: keepPreviousData,
  });
  const may = mayWrite(role);
  const setNew = (shown: boolean) => set({ new: shown ? "1" : null }, { keepsBack: false });
  useShortcuts("Page", may ? [{ keys: "c", description: "Create a persona", run: () => setNew(true) }] : []);
  const create = (
    <Button look="primary" keys="c" onClick={() => setNew(true)}>
      Create persona
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Personas"
        description="The simulated customers: their character, and how they speak and write."
        actions={may ? create : null}
      />
      <Filters filter={filter} />
      <PagedList
        found={found}
        noun="personas"
        page={page}
        columns={4}
        onPage={(page) => set({ page })}
        empty={<Empty filter={filter} />}
      >
        {(listed, isStale) => <PersonaTable personas={listed} stale={isStale} onOpen={setOpen} />}
      </PagedList>
      {may && get("new") ? <PersonaDialog may={may} onClose={() => setNew(false)} /> : null}
      {open ? <PersonaDialog key={open.id} persona={open} may={may} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function Filters({ filter: { kind, medium } }: { filter: Filter }) {
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <SearchFilter label="Search personas" />
      <FilterSelect name="kind" label="Owner" width="w-48!" value={kind} all="All owners" options={kindOptions} />
      <FilterSelect
        name="medium"
        label="Medium"
        width="w-44!"
        value={medium}
        all="Text and voice"
        options={mediumOptions}
      />
    </div>
  );
}

/** Built-in personas are always there, so that an empty list has a filter. */
function Empty({ filter: { kind, search, medium } }: { filter: Filter }) {
  const { set } = useAddress();
  if (kind === "custom" && !search && !medium)
    return (
      <EmptyState
        title="No personas of your own yet"
        action={<Button onClick={() => set({ kind: null, page: null })}>Show all personas</Button>}
      >
        Create one, or duplicate a built-in persona.
      </EmptyState>
    );
  return (
    <NoMatch noun="personas" filters={["search", "kind", "medium"]}>
      Search by part of the name.
    </NoMatch>
  );
}
