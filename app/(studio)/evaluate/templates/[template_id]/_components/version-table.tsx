"use client";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Badge } from "@/app/_ui/badge";
import { ErrorState } from "@/app/_ui/error-state";
import { Missing } from "@/app/_ui/missing";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Table } from "@/app/_ui/table";
import { Time } from "@/app/_ui/time";
import { evalTemplateVersionsQuery } from "@/lib/client/evaluation";
import { VersionView } from "./version-view";

interface Props {
  templateId: string;
  /** Whether the person may restore versions. */
  mayChange: boolean;
}

/** A template's versions, newest first. A version never changes. One can be open, compared with another. */
export function VersionTable({ templateId, mayChange }: Props) {
  const { get, set } = useAddress();
  const found = useQuery(evalTemplateVersionsQuery(templateId));
  const versions = found.data?.versions ?? [];
  const open = versions.find(({ version_number }) => String(version_number) === get("version"));
  return (
    <section id="versions">
      <h2 className="mb-2 text-base font-medium">Versions</h2>
      {found.isPending ? (
        <TableSkeleton columns={4} rows={1} />
      ) : found.isError ? (
        <ErrorState title="The versions could not be loaded" error={found.error} onRetry={() => found.refetch()} />
      ) : open ? (
        <VersionView templateId={templateId} version={open} versions={versions} mayChange={mayChange} />
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
                cell: ({ version, version_number, is_default }) => (
                  <span className="flex items-center gap-2">
                    <button
                      type="button"
                      className="reach font-medium text-ink hover:underline hover:underline-offset-2"
                      onClick={() => set({ version: String(version_number), compare: null })}
                    >
                      {version}
                    </button>
                    {is_default ? <Badge>Current</Badge> : null}
                  </span>
                ),
              },
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
              { key: "created", header: "Made", align: "right", cell: ({ created_at }) => <Time at={created_at} /> },
            ]}
          />
          {found.data.total > versions.length ? (
            <p className="mt-2 text-xs text-faint">
              The newest {versions.length} of {found.data.total.toLocaleString("en")}.
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}
