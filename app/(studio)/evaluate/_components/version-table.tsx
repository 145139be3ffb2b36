"use client";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/app/_ui/badge";
import { ErrorState } from "@/app/_ui/error-state";
import { Missing } from "@/app/_ui/missing";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Table } from "@/app/_ui/table";
import { Time } from "@/app/_ui/time";
import { evalTemplateVersionsQuery } from "@/lib/client/evaluation";

/** What a template has said, newest first; a version never changes. */
export function VersionTable({ templateId }: { templateId: string }) {
  const found = useQuery(evalTemplateVersionsQuery(templateId));
  return (
    <section>
      <h2 className="mb-2 text-base font-medium">Versions</h2>
      {found.isPending ? (
        <TableSkeleton columns={4} rows={1} />
      ) : found.isError ? (
        <ErrorState title="The versions could not be loaded" error={found.error} onRetry={() => found.refetch()} />
      ) : (
        <Table
          caption="Versions"
          rows={found.data.versions}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "version",
              header: "Version",
              width: "w-32",
              cell: ({ version, is_default }) => (
                <span className="flex items-center gap-2">
                  {version} {is_default ? <Badge>Current</Badge> : null}
                </span>
              ),
            },
            {
              key: "message",
              header: "Why",
              cell: ({ message }) => message || <Missing reason="Nothing was said of it" />,
            },
            { key: "by", header: "By", wide: true, cell: ({ created_by_name }) => created_by_name },
            {
              key: "fingerprint",
              header: "Fingerprint",
              wide: true,
              cell: ({ fingerprint }) => <code className="font-mono text-xs">{fingerprint.slice(0, 12)}</code>,
            },
            { key: "created", header: "Made", align: "right", cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
        />
      )}
    </section>
  );
}
