import { LookStatus } from "@/app/_ui/feedback/look-status";
import { Missing } from "@/app/_ui/feedback/missing";
import { RowLink } from "@/app/_ui/list/row-link";
import type { Column } from "@/app/_ui/list/table";
import { links } from "@/lib/client/links";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { aboutCall, faultLabel, outcomeOf, sideLabels } from "./words";

const faultText = ({ fault_side: by, fault_kind: kind }: CallRecord): string | null =>
  by && kind ? `${sideLabels[by]}: ${faultLabel(kind)}` : null;

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
  {
    key: "outcome",
    header: "Outcome",
    width: "w-36",
    cell: (call) => (
      <span className="grid">
        <LookStatus look={outcomeOf(call)} />
        {/* The column of faults is hidden on phones. */}
        <span className="text-xs text-faint sm:hidden">{faultText(call)}</span>
      </span>
    ),
  },
  {
    key: "fault",
    header: "Fault",
    wide: true,
    cell: (call) => {
      const words = faultText(call);
      if (words === null) return <Missing reason="No fault found" />;
      const [first] = call.faults;
      return (
        <span className="grid max-w-72" title={first?.evidence.text}>
          <span>{words}</span>
          <span className="truncate text-xs text-faint">{first?.message}</span>
        </span>
      );
    },
  },
];
