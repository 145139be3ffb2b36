import { Status } from "@/app/_ui/feedback/status";
import type { Output } from "@/lib/contracts/contract";
import type { checkScenario } from "@/lib/contracts/simulation/scenario-sources";

export type Finding = Output<typeof checkScenario>["findings"][number];
export const views = ["rows", "graph", "prompt"] as const;
export type View = (typeof views)[number];

/** The findings of one view. The graph editor shows the graph's problems itself. */
export const findingsFor = (findings: readonly Finding[], view: View): Finding[] =>
  findings.filter(({ rule, column, row_id: rowId }) =>
    view === "graph" ? rule === "graph" : view === "prompt" ? column === "prompt" && rowId === null : rowId !== null,
  );

interface Props {
  findings: readonly Finding[];
  /** Opens the row of the finding. */
  onOpen?: (finding: Finding) => void;
}

const SHOWN = 20;

/** Problems that would make the scenario fail with any agent. */
export function Findings({ findings, onOpen }: Props) {
  if (findings.length === 0) return null;
  return (
    <section aria-label="Findings" className="mb-4 rounded-lg border border-line px-4 py-3">
      <h2 className="font-medium">Review before you run</h2>
      <ul className="mt-1 grid gap-1">
        {findings.slice(0, SHOWN).map((finding) => (
          <li key={`${finding.row_id} ${finding.rule} ${finding.column} ${finding.message}`} className="flex gap-2">
            <Status
              tone={finding.severity === "error" ? "bad" : "warn"}
              shape={finding.severity === "error" ? "cross" : "alert"}
              className="w-14 shrink-0 self-start"
            >
              {finding.severity === "error" ? "Error" : "Hint"}
            </Status>
            <span className="min-w-0 wrap-anywhere">
              <RowReference finding={finding} onOpen={onOpen} /> {finding.message}
            </span>
          </li>
        ))}
      </ul>
      {findings.length > SHOWN ? <p className="mt-1 text-xs text-faint">And {findings.length - SHOWN} more.</p> : null}
    </section>
  );
}

function RowReference({ finding, onOpen }: { finding: Finding; onOpen?: ((finding: Finding) => void) | undefined }) {
  const { order, column } = finding;
  if (order === null) return null;
  const label = `Row ${order + 1}${column ? `, ${column}` : ""}:`;
  if (!onOpen) return <span className="text-soft">{label}</span>;
  return (
    <button type="button" className="reach text-soft underline hover:text-ink" onClick={() => onOpen(finding)}>
      {label}
    </button>
  );
}
