import { Status } from "@/app/_ui/feedback/status";
import { type GraphProblem, isError } from "@/lib/simulation/scenarios/rules/graph";

/** What is wrong with a graph, each with a button to the node. */
export function GraphProblems({
  problems,
  onOpen,
}: {
  problems: readonly GraphProblem[];
  onOpen: (node: string) => void;
}) {
  if (problems.length === 0) return null;
  return (
    <ul aria-label="Graph problems" className="grid gap-1 rounded-lg border border-line px-4 py-3">
      {problems.map((problem) => (
        <li key={`${problem.rule} ${problem.path} ${problem.message}`} className="flex gap-2">
          <Status
            tone={isError(problem) ? "bad" : "warn"}
            shape={isError(problem) ? "cross" : "alert"}
            className="w-14 shrink-0 self-start"
          >
            {isError(problem) ? "Error" : "Hint"}
          </Status>
          <span className="min-w-0 wrap-anywhere">
            {problem.node === null ? null : (
              <>
                <button
                  type="button"
                  className="reach text-soft underline hover:text-ink"
                  onClick={() => onOpen(problem.node ?? "")}
                >
                  {problem.node}
                </button>{" "}
              </>
            )}
            {problem.message}
          </span>
        </li>
      ))}
    </ul>
  );
}
