import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRuns } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/runs";
import { inTransaction } from "@/lib/transaction";
import { endRun } from "./end-run";
import { cellsOf, evaluationsOfRun, isOver, lockRunInOrganization, type RunRow, runInOrganization } from "./loaders";
import { presentStarted } from "./read/present";

export const cancelEvalRun: Verb<typeof contracts.cancelEvalRun> = (context, { run_id: id }) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const run = await lockRunInOrganization(db, caller.organizationId, id);
    await cancelRun(db, run, now());
    return presentStarted(
      await runInOrganization(db, caller.organizationId, id),
      cellsOf(await evaluationsOfRun(db, run)),
    );
  });

/** A run that no step works on ends at once. Otherwise the step ends it after it has written its work in progress. */
export async function cancelRun(db: Database, run: RunRow, at: Date): Promise<void> {
  if (isOver(run)) return;
  if (run.holder === null) await endRun(db, run, { status: "cancelled", reason: "Cancelled by a user.", holder: null });
  else await db.update(evalRuns).set({ cancelRequestedAt: at }).where(eq(evalRuns.id, run.id));
}
