// Completes a run with results at hand, as its job would, and lets the job's own step compute and end the rest.
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRuns } from "@/db/schema";
import { evaluationsOfRun } from "@/lib/evaluation/runs/loaders";
import { advanceRun } from "@/lib/evaluation/runs/work/advance";
import { type CellResult, judgedBy } from "@/lib/evaluation/runs/work/cell-result";
import { openCellsAfter } from "@/lib/evaluation/runs/work/open-cells";
import { writeCells } from "@/lib/evaluation/runs/work/write-cells";

interface Finished {
  /** Of the run's first part, in the order of the dataset's rows. */
  results: readonly CellResult[];
  /** When it was started. It took a minute. */
  at: Date;
}

export async function completeRun(db: Database, runId: string, { results, at }: Finished): Promise<void> {
  const holder = crypto.randomUUID();
  const [run] = await db
    .update(evalRuns)
    .set({ holder, status: "running", createdAt: at, startedAt: at })
    .where(eq(evalRuns.id, runId))
    .returning();
  if (!run) throw new Error("the run is missing");
  const [first] = await evaluationsOfRun(db, run);
  if (!first) throw new Error("the run has no parts");
  const cells = (await openCellsAfter(db, run, -1)).filter(({ evaluationId }) => evaluationId === first.id);
  const ended = cells.flatMap((cell, position) => {
    const result = results[position];
    if (!result) return [];
    const judged = result.outcome === "scored" && cell.cells ? judgedBy(Object.values(first.mapping), cell.cells) : {};
    return {
      logId: crypto.randomUUID(),
      cell,
      evaluation: first,
      result: { ...result, ...judged },
      tries: 1,
      notBefore: null,
    };
  });
  await writeCells(db, run, holder, ended);
  await db.update(evalRuns).set({ holder: null }).where(eq(evalRuns.id, runId));
  await advanceRun(db, run.organizationId, runId);
  const endedAt = new Date(at.getTime() + 60_000);
  await db.update(evalRuns).set({ endedAt, progressedAt: endedAt }).where(eq(evalRuns.id, runId));
}
