"use client";
import { RowLink } from "@/app/_ui/list/row-link";
import { Table } from "@/app/_ui/list/table";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { listAgentDefinitions } from "@/lib/contracts/simulation/agents";
import { reachText } from "./editor/agent-form";

type Listed = Output<typeof listAgentDefinitions>["results"][number];

export function AgentTable({ agents, stale }: { agents: readonly Listed[]; stale: boolean }) {
  return (
    <Table
      caption="Agents"
      rows={agents}
      rowKey={({ id }) => id}
      stale={stale}
      columns={[
        {
          key: "name",
          header: "Name",
          cell: ({ id, agent_name, description }) => (
            <span className="grid max-w-[52vw] sm:max-w-96">
              <RowLink href={links.agent(id)}>{agent_name}</RowLink>
              <span className="truncate text-xs text-faint" title={description}>
                {description}
              </span>
            </span>
          ),
        },
        {
          key: "type",
          header: "Type",
          width: "w-20",
          cell: ({ agent_type }) => (agent_type === "text" ? "Text" : "Voice"),
        },
        { key: "reach", header: "Reached by", wide: true, cell: reachText },
        {
          key: "version",
          header: "Latest",
          width: "w-20",
          wide: true,
          align: "right",
          cell: ({ latest_version }) => `v${latest_version}`,
        },
        {
          key: "updated",
          header: "Changed",
          align: "right",
          wide: true,
          cell: ({ updated_at }) => <Time at={updated_at} />,
        },
      ]}
    />
  );
}
