// An experiment as a file, written a page of rows at a time.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/experiments/experiments";
import { csvLine } from "@/lib/csv";
import { rowNumber } from "@/lib/datasets/rules/row-number";
import { rowsOf } from "@/lib/datasets/versions/rows-at";
import { byteStream } from "@/lib/http/byte-stream";
import type { EvaluationRow } from "../runs/loaders";
import { hasCost } from "../runs/rules/output-costs";
import { type Experiment, experimentsInOrganization } from "./loaders";
import { type JunitCase, junitCase, junitFoot, junitHead, suiteFoot, suiteHead } from "./rules/junit";

const PAGE = 500;

export const exportExperiment: Verb<typeof contracts.exportExperiment> = async ({ db, caller }, input) => {
  const [experiment] = await experimentsInOrganization(db, caller.organizationId, [input.experiment_id]);
  const isCsv = input.file_format === "csv";
  const content = byteStream(isCsv ? csvOf(db, experiment) : junitOf(db, experiment));
  const { name } = experiment.run;
  return isCsv
    ? { filename: `${name}.csv`, mediaType: "text/csv; charset=utf-8", content }
    : { filename: `${name}.xml`, mediaType: "application/xml; charset=utf-8", content };
};

interface Cell extends Record<string, unknown> {
  row_id: string;
  order: number;
  repeat: number;
  position: number;
  outcome: "scored" | "unscored" | "error" | "answered" | null;
  output: string | null;
  score: number | null;
  label: string | null;
  passed: boolean | null;
  reason: string | null;
  latency_ms: number | null;
  cost_micros: number | null;
}

/** A part's cells in the order of the rows. Positions do not change, so pages neither skip nor repeat a cell. */
async function* pagesOf(db: Database, { run }: Experiment, part: EvaluationRow): AsyncGenerator<Cell[]> {
  const rows = rowsOf({ id: run.datasetId, organizationId: run.organizationId }, run.datasetVersionId);
  for (let after = -1; ; ) {
    const cells = await db.execute<Cell>(sql`
      select cell.*, row."order" from (
        select row_id, repeat, position, outcome, output #>> '{}' as output, score, label, passed, reason, latency_ms,
          cost_micros::float8 as cost_micros
        from eval_run_cells
        where run_id = ${run.id}::uuid and evaluation_id = ${part.id}::uuid and position > ${after}
        order by position limit ${PAGE}
      ) as cell join ${rows} as row on row.id = cell.row_id order by cell.position`);
    const last = cells.at(-1);
    if (!last) return;
    yield [...cells];
    after = last.position;
  }
}

async function* csvOf(db: Database, experiment: Experiment): AsyncGenerator<string, void> {
  const { run, task, evaluations } = experiment;
  const isCosted = hasCost(run.task, task);
  const own = ["row", "row_id", "trial", "output", "outcome", "reason", "latency_ms", "cost_micros"];
  yield csvLine([
    ...own,
    ...evaluations.flatMap(({ name }) => [`${name} score`, `${name} label`, `${name} passed`, `${name} reason`]),
  ]);
  const all = [task, ...evaluations].map((part) => pagesOf(db, experiment, part));
  for (;;) {
    // The parts have the same rows and trials, so their pages have them too.
    const [answers, ...verdicts] = await Promise.all(
      all.map(async (pages) => (await pages.next()).value as Cell[] | undefined),
    );
    if (!answers) return;
    yield answers
      .map(({ order, row_id, repeat, output, outcome, reason, latency_ms, cost_micros }, index) =>
        csvLine(
          [
            ...[
              rowNumber(order),
              row_id,
              repeat + 1,
              output,
              outcome,
              reason,
              latency_ms,
              isCosted ? cost_micros : null,
            ],
            ...verdicts.flatMap((cells) => {
              const cell = cells?.[index];
              return [cell?.score, cell?.label, cell?.passed, cell?.reason];
            }),
          ],
          '""',
        ),
      )
      .join("");
  }
}

async function* junitOf(db: Database, experiment: Experiment): AsyncGenerator<string, void> {
  const { run, evaluations } = experiment;
  yield junitHead(run.name);
  for (const evaluation of evaluations) {
    const { name, cells, failed, errors, scored } = evaluation;
    yield suiteHead(name, { tests: cells, failures: failed, errors, skipped: cells - scored - errors });
    for await (const page of pagesOf(db, experiment, evaluation))
      yield page.map((cell) => junitCase(name, caseOf(cell, run.repeats))).join("");
    yield suiteFoot;
  }
  yield junitFoot;
}

const caseOf = ({ order, repeat, outcome, passed, score, reason, latency_ms }: Cell, repeats: number): JunitCase => ({
  name: repeats > 1 ? `Row ${rowNumber(order)}, trial ${repeat + 1}` : `Row ${rowNumber(order)}`,
  outcome: outcome === "answered" ? null : outcome,
  passed,
  score,
  reason: reason ?? "",
  seconds: latency_ms === null ? null : latency_ms / 1000,
});
