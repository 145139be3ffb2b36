"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import type { Column } from "@/app/_ui/list/table";
import { Section } from "@/app/_ui/page/section";
import { Time } from "@/app/_ui/text/time";
import { VersionList } from "@/app/(studio)/_components/versions/version-list";
import type { Agent, Version } from "../editor/agent-form";
import { VersionView } from "./version-view";

/** An agent's versions, newest first, or the open version compared with another. */
export function VersionTable({ agent, mayChange }: { agent: Agent; mayChange: boolean }) {
  return (
    <Section title="Versions">
      <VersionList
        versions={agent.versions}
        total={agent.version_count}
        nameOf={({ version_name }) => version_name}
        statusOf={({ is_active }) =>
          is_active ? (
            <Status tone="good" shape="check" className="text-xs">
              Active
            </Status>
          ) : null
        }
        columns={columns}
      >
        {(open) => <VersionView agent={agent} version={open} mayChange={mayChange} />}
      </VersionList>
    </Section>
  );
}

const columns: readonly Column<Version>[] = [
  {
    key: "why",
    header: "Commit message",
    width: "sm:min-w-40",
    cell: ({ commit_message }) =>
      commit_message ? <span className="wrap-anywhere">{commit_message}</span> : <Missing reason="No commit message" />,
  },
  {
    key: "calls",
    header: "Calls",
    align: "right",
    wide: true,
    cell: ({ test_count }) => test_count.toLocaleString("en"),
  },
  {
    key: "passed",
    header: "Passed",
    align: "right",
    wide: true,
    cell: ({ pass_rate, test_count }) =>
      pass_rate === null ? (
        <Missing reason="No counted calls yet" />
      ) : (
        <span title={`Of ${test_count} counted calls`}>{pass_rate.toFixed(1)} %</span>
      ),
  },
  { key: "by", header: "Created by", wide: true, cell: ({ created_by_name }) => created_by_name },
  { key: "made", header: "Created", align: "right", cell: ({ created_at }) => <Time at={created_at} /> },
];
