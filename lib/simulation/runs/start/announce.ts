import type { Context } from "@/lib/context";
import type { ExecutionRow } from "../loaders";

/** Sets off the job that plays and judges what is open in an execution. `occasion` tells one time from another. */
export const announce = (inner: Context, execution: Pick<ExecutionRow, "id" | "organizationId">, occasion: string) =>
  inner.emit({
    id: `simulation-${execution.id}-${occasion}`,
    name: "simulation/execution.advanced",
    data: { executionId: execution.id, organizationId: execution.organizationId },
  });
