"use client";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { Missing } from "@/app/_ui/feedback/missing";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { timeColumn } from "@/app/_ui/list/columns";
import type { Column } from "@/app/_ui/list/table";
import { Badge } from "@/app/_ui/text/badge";
import { evalTemplateVersionsQuery } from "@/lib/client/evaluation";
import { VersionList } from "../../../../_components/versions/version-list";
import type { Version } from "./version";
import { VersionView } from "./version-view";

interface Props {
  templateId: string;
  /** Whether the person may restore versions. */
  mayChange: boolean;
}

/** A template's versions, newest first. One can be open, compared with another. */
export function VersionTable({ templateId, mayChange }: Props) {
  const found = useQuery(evalTemplateVersionsQuery(templateId));
  return (
    <section id="versions">
      <h2 className="mb-2 text-base font-medium">Versions</h2>
      <Loaded
        found={found}
        problem="The versions could not be loaded"
        skeleton={<TableSkeleton columns={4} rows={1} />}
      >
        {({ versions, total }) => (
          <VersionList
            versions={versions}
            total={total}
            nameOf={({ version }) => version}
            statusOf={({ is_default }) => (is_default ? <Badge>Current</Badge> : null)}
            columns={columns}
          >
            {(open) => <VersionView templateId={templateId} version={open} versions={versions} mayChange={mayChange} />}
          </VersionList>
        )}
      </Loaded>
    </section>
  );
}

const columns: Column<Version>[] = [
  {
    key: "message",
    header: "Why",
    cell: ({ message }) =>
      message ? <span className="wrap-anywhere">{message}</span> : <Missing reason="No reason given" />,
  },
  { key: "by", header: "By", wide: true, cell: ({ created_by_name }) => created_by_name },
  {
    key: "fingerprint",
    header: "Fingerprint",
    wide: true,
    cell: ({ fingerprint }) => <code className="font-mono text-xs">{fingerprint.slice(0, 12)}</code>,
  },
  timeColumn("Made", ({ created_at }) => created_at),
];
