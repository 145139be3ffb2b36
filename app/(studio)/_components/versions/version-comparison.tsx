"use client";
import type { ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Select } from "@/app/_ui/control/select";
import { cutText } from "@/app/_ui/figure/cut-text";
import type { Versioned } from "./version-list";

interface Props<Version> {
  /** Such as "Changes from". */
  title: string;
  version: Version;
  versions: readonly Version[];
  /** How many there are, if these may not be all. */
  total?: number;
  /** Names the other version, and says whether it is in force. */
  labelOf: (version: Version) => string;
  children: (other: Version) => ReactNode;
}

/** A version compared with the one before it, unless the address names another. */
export function VersionComparison<Version extends Versioned>(props: Props<Version>) {
  const { title, version, versions, total = versions.length, labelOf, children } = props;
  const cut = cutText({ count: total, results: versions }, "version");
  const { get, set } = useAddress();
  const others = versions.filter(({ id }) => id !== version.id);
  const other =
    others.find(({ version_number }) => String(version_number) === get("compare")) ??
    others.find(({ version_number }) => version_number < version.version_number) ??
    others[0];
  if (!other)
    return <p className="text-soft">There is only one version. Save a change to make a second one to compare.</p>;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h4 className="font-medium">{title}</h4>
        <Select
          aria-label="Compare with"
          className="w-44!"
          value={String(other.version_number)}
          options={others.map((one) => ({ value: String(one.version_number), label: labelOf(one) }))}
          onChange={(compare) => set({ compare })}
        />
        {cut ? <p className="text-xs text-faint">{cut}</p> : null}
      </div>
      {children(other)}
    </>
  );
}
