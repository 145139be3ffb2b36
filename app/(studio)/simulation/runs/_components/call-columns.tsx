import { LookStatus } from "@/app/_ui/feedback/look-status";
import { Missing } from "@/app/_ui/feedback/missing";
import { RowLink } from "@/app/_ui/list/row-link";
import type { Column } from "@/app/_ui/list/table";
import { links } from "@/lib/client/links";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { aboutCall, faultLabel, outcomeOf, sideLabels } from "./words";

/** Columns for the call, its outcome and its fault. */
export const callColumns: Column<CallRecord>[] = [
  {
    key: "call",
    header: "Call",
    cell: (call) => (
      <span className="grid max-w-[52vw] sm:max-w-80">
        <RowLink href={links.call(call.id)}>{`#${call.number + 1}`}</RowLink>
        <span className="text-xs text-faint max-sm:line-clamp-2 sm:truncate" title={aboutCall(call)}>
          {aboutCall(call)}
        </span>
      </span>
    ),
  },
  { key: "outcome", header: "Outcome", width: "w-36", cell: (call) => <LookStatus look={outcomeOf(call)} /> },
  {
    key: "fault",
    header: "Fault",
    wide: true,
    cell: ({ faults, fault_side: by, fault_kind: kind }) =>
      by && kind ? (
        <span className="grid max-w-72" title={faults[0]?.evidence.text}>
          <span>
            {sideLabels[by]}: {faultLabel(kind)}
          </span>
          <span className="truncate text-xs text-faint">{faults[0]?.message}</span>
        </span>
      ) : (
        <Missing reason="No fault found" />
      ),
  },
];
