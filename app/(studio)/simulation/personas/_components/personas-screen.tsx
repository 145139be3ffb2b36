"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { SearchInput } from "@/app/_ui/search-input";
import { Select } from "@/app/_ui/select";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { personasQuery } from "@/lib/client/agents";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { agentTypes } from "@/lib/contracts/simulation/names";
import { oneOf, pageOf } from "../../../_components/address";
import { PagedList } from "../../../_components/paged-list";
import { PersonaDialog } from "./persona-dialog";
import type { Persona } from "./persona-form";
import { PersonaTable } from "./persona-table";

const kinds = ["prebuilt", "custom"] as const;
const kindOptions = [
  { value: "all", label: "All owners" },
  { value: "prebuilt", label: "Built in" },
  { value: "custom", label: "Your own" },
] as const;
const mediumOptions = [
  { value: "all", label: "Text and voice" },
  { value: "text", label: "Text" },
  { value: "voice", label: "Voice" },
] as const;
const all = { search: null, kind: null, medium: null, page: null };

export function PersonasScreen({ role }: { role: OrganizationRole }) {
  const { get, set } = useAddress();
  const [open, setOpen] = useState<Persona | null>(null);
  const search = get("search") ?? "";
  const kind = oneOf(kinds, get("kind") ?? "");
  const medium = oneOf(agentTypes, get("medium") ?? "");
  const page = pageOf(get("page"));
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
  const chosen = (name: string) => (value: string) => set({ [name]: value === "all" ? null : value, page: null });
  return (
    <>
      <PageHeader
        title="Personas"
        description="The simulated customers: their character, and how they speak and write."
        actions={
          may ? (
            <Button look="primary" keys="c" onClick={() => setNew(true)}>
              Create persona
            </Button>
          ) : null
        }
      />
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchInput
          label="Search personas"
          value={search}
          onChange={(text) => set({ search: text, page: null }, { keepsBack: false })}
        />
        <Select
          aria-label="Owner"
          className="w-48!"
          value={kind ?? "all"}
          options={kindOptions}
          onChange={chosen("kind")}
        />
        <Select
          aria-label="Medium"
          className="w-44!"
          value={medium ?? "all"}
          options={mediumOptions}
          onChange={chosen("medium")}
        />
      </div>
      <PagedList
        found={found}
        noun="personas"
        page={page}
        columns={4}
        onPage={(page) => set({ page })}
        empty={
          <EmptyState
            title={kind === "custom" && !search && !medium ? "No personas of your own yet" : "No matching personas"}
            action={<Button onClick={() => set(all)}>Show all personas</Button>}
          >
            {kind === "custom" && !search && !medium
              ? "Create one, or duplicate a built-in persona."
              : "Search by part of the name."}
          </EmptyState>
        }
      >
        {(listed, isStale) => <PersonaTable personas={listed} stale={isStale} onOpen={setOpen} />}
      </PagedList>
      {may && get("new") ? <PersonaDialog may={may} onClose={() => setNew(false)} /> : null}
      {open ? <PersonaDialog key={open.id} persona={open} may={may} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
