"use client";
import { useAddress } from "@/app/_components/use-address";
import { Missing } from "@/app/_ui/missing";
import { Status } from "@/app/_ui/status";
import { Table } from "@/app/_ui/table";
import { Time } from "@/app/_ui/time";
import type { Agent } from "./agent-form";
import { VersionView } from "./version-view";

/** An agent's versions, newest first, or the open version compared with another. Versions never change. */
export function VersionTable({ agent, mayChange }: { agent: Agent; mayChange: boolean }) {
  const { get, set } = useAddress();
  const { versions } = agent;
  const open = versions.find(({ version_number }) => String(version_number) === get("version"));
  return (
    <section id="versions">
      <h2 className="mb-2 text-base font-medium">Versions</h2>
      {open ? (
        <VersionView agent={agent} version={open} mayChange={mayChange} />
      ) : (
        <>
          <Table
            caption="Versions"
            rows={versions}
            rowKey={({ id }) => id}
            columns={[
              {
                key: "version",
                header: "Version",
                width: "w-32",
                cell: ({ version_name, version_number, is_active }) => (
                  <span className="flex items-center gap-2">
                    <button
                      type="button"
                      className="reach font-medium text-ink hover:underline hover:underline-offset-2"
                      onClick={() => set({ version: String(version_number), compare: null })}
                    >
                      {version_name}
                    </button>
                    {is_active ? (
                      <Status tone="good" shape="check" className="text-xs">
                        Active
                      </Status>
                    ) : null}
                  </span>
                ),
              },
              {
                key: "why",
                header: "Commit message",
                cell: ({ commit_message }) =>
                  commit_message ? (
                    <span className="wrap-anywhere">{commit_message}</span>
                  ) : (
                    <Missing reason="No commit message" />
                  ),
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
            ]}
          />
          {agent.version_count > versions.length ? (
            <p className="mt-2 text-xs text-faint">
              The newest {versions.length} of {agent.version_count.toLocaleString("en")}.
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}
