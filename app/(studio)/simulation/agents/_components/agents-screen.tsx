"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { SearchInput } from "@/app/_ui/search-input";
import { Select } from "@/app/_ui/select";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { agentsQuery } from "@/lib/client/agents";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { agentTypes } from "@/lib/contracts/simulation/names";
import { oneOf, pageOf } from "../../../_components/address";
import { PagedList } from "../../../_components/paged-list";
import { AgentTable } from "./agent-table";

const typeOptions = [
  { value: "all", label: "Text and voice" },
  { value: "text", label: "Text" },
  { value: "voice", label: "Voice" },
] as const;

export function AgentsScreen({ role }: { role: OrganizationRole }) {
  const router = useRouter();
  const { get, set } = useAddress();
  const search = get("search") ?? "";
  const type = oneOf(agentTypes, get("type") ?? "");
  const page = pageOf(get("page"));
  const query = { page, ...(search ? { search } : {}), ...(type ? { agent_type: type } : {}) };
  const found = useQuery({ ...agentsQuery(query), placeholderData: keepPreviousData });
  const may = mayWrite(role);
  useShortcuts(
    "Page",
    may ? [{ keys: "c", description: "Create an agent", run: () => router.push(links.newAgent()) }] : [],
  );
  const act = may ? (
    <LinkButton look="primary" href={links.newAgent()} keys="c">
      Create agent
    </LinkButton>
  ) : null;
  return (
    <>
      <PageHeader title="Agents" description="Agents under test. Each has versions; one is active." actions={act} />
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchInput
          label="Search agents"
          value={search}
          onChange={(text) => set({ search: text, page: null }, { keepsBack: false })}
        />
        <Select
          aria-label="Type"
          className="w-40!"
          value={type ?? "all"}
          options={typeOptions}
          onChange={(value) => set({ type: value === "all" ? null : value, page: null })}
        />
      </div>
      <PagedList
        found={found}
        noun="agents"
        page={page}
        columns={5}
        onPage={(page) => set({ page })}
        empty={
          search || type ? (
            <EmptyState
              title="No matching agents"
              action={<Button onClick={() => set({ search: null, type: null, page: null })}>Show all agents</Button>}
            >
              Search by part of the name.
            </EmptyState>
          ) : (
            <EmptyState title="No agents yet" action={act}>
              An agent is the application under test: a chat endpoint, a webhook or a voice line. Without one, a model
              can play it from a description.
            </EmptyState>
          )
        }
      >
        {(listed, isStale) => <AgentTable agents={listed} stale={isStale} />}
      </PagedList>
    </>
  );
}
