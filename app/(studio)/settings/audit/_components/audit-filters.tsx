"use client";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { RemovableFilter } from "@/app/_ui/list/removable-filter";
import { FilterSelect } from "@/app/(studio)/_components/filters";
import { MomentFilter } from "@/app/(studio)/_components/moment-filter";
import { memberChoicesQuery } from "@/lib/client/account";
import { auditQueryOf } from "./audit-address";
import { actionText, targetOptions } from "./words";

export function AuditFilters() {
  const { get, set } = useAddress();
  const { user_id, target_type, action } = auditQueryOf(get);
  const members = useQuery(memberChoicesQuery()).data?.results ?? [];
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <FilterSelect
        name="user"
        label="Person"
        value={user_id}
        all="Everybody"
        options={members.map((member) => ({ value: member.user_id, label: member.name }))}
        width="w-44!"
      />
      <FilterSelect
        name="target"
        label="What it is about"
        value={target_type}
        all="Everything"
        options={targetOptions}
        width="w-48!"
      />
      <Moment name="from" label="From" />
      <Moment name="to" label="Until" />
      {action ? (
        <RemovableFilter onRemove={() => set({ action: null, after: null })}>{actionText(action)}</RemovableFilter>
      ) : null}
    </div>
  );
}

const Moment = (filter: { name: string; label: string }) => (
  <div className="flex items-center gap-2">
    <span aria-hidden className="text-xs text-soft">
      {filter.label}
    </span>
    <div className="w-52">
      <MomentFilter {...filter} />
    </div>
  </div>
);
