"use client";
import type { ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { cutText } from "@/app/_ui/figure/cut-text";
import { type Column, Table } from "@/app/_ui/list/table";

export interface Versioned {
  id: string;
  version_number: number;
}

interface Props<Version> {
  /** The newest versions, newest first. */
  versions: readonly Version[];
  total: number;
  nameOf: (version: Version) => string;
  /** Shown beside the name of the version in force. */
  statusOf: (version: Version) => ReactNode;
  /** The columns after the name. */
  columns: readonly Column<Version>[];
  /** The version that is open, in place of the table. */
  children: (open: Version) => ReactNode;
}

/** All versions of an object, or the open one. Versions never change. */
export function VersionList<Version extends Versioned>(props: Props<Version>) {
  const { versions, total, nameOf, statusOf, columns, children } = props;
  const { get, set } = useAddress();
  const cut = cutText({ count: total, results: versions }, "version");
  const open = versions.find(({ version_number }) => String(version_number) === get("version"));
  if (open) return children(open);
  const name: Column<Version> = {
    key: "version",
    header: "Version",
    width: "w-32",
    cell: (version) => (
      <span className="flex items-center gap-2">
        <button
          type="button"
          className="reach font-medium text-ink hover:underline hover:underline-offset-2"
          onClick={() => set({ version: String(version.version_number), compare: null })}
        >
          {nameOf(version)}
        </button>
        {statusOf(version)}
      </span>
    ),
  };
  return (
    <>
      <Table caption="Versions" rows={versions} rowKey={({ id }) => id} columns={[name, ...columns]} />
      {cut ? <p className="mt-2 text-xs text-faint">{cut}</p> : null}
    </>
  );
}
