import type { Context } from "@/lib/context";
import type { ExecutionRow } from "../loaders";

/** Starts the job that plays and judges an execution's open calls. `occasion` makes each start unique. */
export const announce = (inner: Context, execution: Pick<ExecutionRow, "id" | "organizationId">, occasion: string) =>
  inner.emit({
    id: `simulation-${execution.id}-${occasion}`,
    name: "simulation/execution.advanced",
    data: { executionId: execution.id, organizationId: execution.organizationId },
  });
