"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { oneOf, pageOf } from "@/app/(studio)/_components/address";
import { FilterSelect, NoMatch, SearchFilter } from "@/app/(studio)/_components/filters";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { agentsQuery } from "@/lib/client/agents";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { agentTypes } from "@/lib/contracts/simulation/names";
import { mediumOptions } from "../../_components/media";
import { AgentTable } from "./agent-table";

export function AgentsScreen({ role }: { role: OrganizationRole }) {
  const router = useRouter();
  const { get, set } = useAddress();
  const search = get("search");
  const type = oneOf(agentTypes, get("type"));
  const page = pageOf(get("page"));
  const query = { page, ...(search ? { search } : {}), ...(type ? { agent_type: type } : {}) };
  const found = useQuery({ ...agentsQuery(query), placeholderData: keepPreviousData });
  const may = mayWrite(role);
  const goCreate = () => router.push(links.newAgent());
  useShortcuts("Page", may ? [{ keys: "c", description: "Create an agent", run: goCreate }] : []);
  const create = may ? (
    <LinkButton look="primary" href={links.newAgent()} keys="c">
      Create agent
    </LinkButton>
  ) : null;
  return (
    <>
      <PageHeader title="Agents" description="Agents under test. Each has versions; one is active." actions={create} />
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchFilter label="Search agents" />
        <FilterSelect
          name="type"
          label="Type"
          width="w-40!"
          value={type}
          all="Text and voice"
          options={mediumOptions}
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
            <NoMatch noun="agents" filters={["search", "type"]}>
              Search by part of the name.
            </NoMatch>
          ) : (
            <NoAgents create={create} />
          )
        }
      >
        {(listed, isStale) => <AgentTable agents={listed} stale={isStale} />}
      </PagedList>
    </>
  );
}

const NoAgents = ({ create }: { create: ReactNode }) => (
  <EmptyState title="No agents yet" action={create}>
    An agent is the application under test: a chat endpoint, a webhook or a voice line. Without one, a model can play it
    from a description.
  </EmptyState>
);
