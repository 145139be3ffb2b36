// Runs a calibration's judge on the items that people have annotated and the judge has not.
import { sql } from "drizzle-orm";
import { foldAll } from "@/lib/annotation/reports/fold";
import { assertAccess } from "@/lib/auth/access";
import { cut } from "@/lib/bounds/excerpt";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/calibration-items";
import { lockDatasetInOrganization } from "@/lib/datasets/loaders";
import { invalid, invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { evaluationOf, runWithEvaluations } from "../comparison/loaders";
import { startRun } from "../runs/start/start-run";
import { judgeSpans, NOTHING_LEFT } from "./judge-spans";
import { calibrationFor } from "./loaders";
import { itemVerdicts, judgedRows } from "./verdicts";

/** The most rows of one run. */
const MOST_ROWS = 10_000;

export const judgeCalibrationItems: Verb<typeof contracts.judgeCalibrationItems> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    // Judges cost the organization money, which a Viewer may not spend, whatever their role in the queue.
    assertAccess("write", caller.role);
    // Locked, so that two calls at once start one run.
    await db.execute(sql`select 1 from eval_calibrations where id = ${input.calibration_id} for update`);
    const { calibration, queue, run, task } = await calibrationFor(db, caller, input.calibration_id);
    await foldAll(db, queue.id);
    if (task) {
      if (input.ceiling_micros) throw invalidField("ceiling_micros", "A task that judges spans cannot have a ceiling.");
      return judgeSpans(inner, calibration, task.id);
    }
    const found = await runWithEvaluations(db, caller.organizationId, run?.id ?? "");
    const {
      id: before,
      runId: _run,
      order: _order,
      ...evaluation
    } = evaluationOf(found, calibration.evaluationId ?? "", "calibration_id");
    const left = sql`cell.outcome = 'unscored' or cell.outcome is null and run.status in ('pending', 'running')`;
    const rows = await db.execute<{ id: string }>(sql`
      select row.id from (${itemVerdicts([calibration.id])}) as verdict
      join dataset_rows as row on row.id::text = verdict.source_id and row.deleted_at is null
        and row.dataset_id = ${found.run.datasetId}::uuid
      where verdict.people is not null and verdict.judge is null
        and verdict.source_id not in (select row_id from (${judgedRows([calibration.id], sql`(${left})`)}) as left_out)
      order by verdict."order", verdict.item_id limit ${MOST_ROWS}`);
    if (rows.length === 0) throw invalid(NOTHING_LEFT);
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, found.run.datasetId);
    const counts = { scored: 0, unscored: 0, errors: 0, answered: 0, passed: 0, failed: 0, unpriced: 0 };
    const own = { ...counts, numbers: 0, scoreSum: 0, costMicros: 0, dearestMicros: 0, stoppedAt: null };
    const pinned = { ...evaluation, ...own, columnId: null, reasonColumnId: null, continues: before };
    const started = await startRun(inner, dataset, [pinned], {
      name: cut(`For ${calibration.name}`, 255),
      rowIds: [...new Set(rows.map(({ id }) => id))],
      ceilingMicros: input.ceiling_micros ?? null,
      fillsColumns: false,
    });
    return { run_id: started.id, rows: started.rowCount, estimated_micros: started.estimateMicros };
  });
