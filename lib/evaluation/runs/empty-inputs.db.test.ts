// Every computed template on inputs that are empty or absent, in the playground and in runs over rows, against what it says of itself.
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { evalRunCells, evalRunEvaluations } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { createEmptyDataset } from "@/lib/datasets/datasets";
import { addRows } from "@/lib/datasets/rows";
import { groupBy } from "@/lib/group-by";
import { EMPTY, type EmptyCase, emptyCases } from "../metrics/testing/empty-inputs";
import { runInPlayground } from "../playground/playground";
import { idOfName } from "../templates/fingerprint";
import { addUserEval } from "./dataset/evals";
import * as listRuns from "./read/list-runs";
import * as runs from "./start/start-run";
import { advanceToEnd, rowIdsOf, tableOf } from "./testing";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

const scoreOf = (outcome: string | null, output: unknown): unknown =>
  outcome !== "scored" ? null : output === "Passed" ? 1 : output === "Failed" ? 0 : output;
const keysOf = ({ template }: EmptyCase) => (template.keys.length > 0 ? template.keys : ["answer"]);

/** Which of a template's inputs are empty or absent; `first` and `second` are those of two alone. */
const places = ["all", "first", "second"] as const;
type EmptyInputs = (typeof places)[number];
const isAt = (which: EmptyInputs, index: number) => which === "all" || which === places[index + 1];
const placesOf = (one: EmptyCase): readonly EmptyInputs[] => (keysOf(one).length > 1 ? places : ["all"]);

describe("in the playground", () => {
  const run = async (one: EmptyCase, mapping: Record<string, unknown>) => {
    const { result } = await runInPlayground(context, {
      template_id: idOfName(one.template.name),
      mapping,
      params: { ...one.params },
    });
    return scoreOf(result.outcome ?? null, result.output);
  };
  const filledBut = (one: EmptyCase, which: EmptyInputs, value: unknown) =>
    Object.fromEntries(keysOf(one).map((key, index) => [key, isAt(which, index) ? value : one.filled]));

  test("scores empty inputs as the template documents", async () => {
    for (const one of emptyCases)
      for (const which of placesOf(one))
        for (const text of EMPTY[one.template.empty.reads]) {
          const what = [one.template.name, JSON.stringify(one.params), which, text];
          expect([...what, await run(one, filledBut(one, which, text))]).toEqual([...what, one.expected[which]]);
          const value = text === "" ? text : JSON.parse(text);
          expect([...what, await run(one, filledBut(one, which, value))]).toEqual([...what, one.expected[which]]);
        }
  });

  test("refuses absent inputs by name", async () => {
    for (const one of emptyCases)
      for (const [index, key] of one.template.keys.entries()) {
        const which = places[index + 1] ?? "all";
        const { [key]: _, ...others } = filledBut(one, which, "");
        const nulls = one.template.empty.reads === "JSON" ? [] : [filledBut(one, which, null)];
        for (const mapping of [others, ...nulls])
          await expect(run(one, mapping), `${one.template.name} ${key}`).rejects.toMatchObject({
            kind: "invalid",
            detail: { fields: { [`mapping.${key}`]: [expect.stringContaining(`'${key}'`)] } },
          });
      }
  });
});

interface Row {
  which: EmptyInputs;
  /** Null for no cell at all. */
  value: string | null;
}
const rows: readonly Row[] = [...EMPTY.list, null].flatMap((value) => places.map((which) => ({ which, value })));

async function datasetOf(filled: string): Promise<string> {
  const columns = ["first", "second"].map((name) => ({ name, data_type: "text" as const }));
  const named = { new_dataset_name: `Empty ${crypto.randomUUID()}`, columns, row: 0 };
  const { dataset_id } = await createEmptyDataset(context, named);
  const cells = rows.map(({ which, value }) => ({
    cells: columns.map(({ name }, index) => ({ column_name: name, value: isAt(which, index) ? value : filled })),
  }));
  await addRows(context, { dataset_id, rows: cells });
  return dataset_id;
}

describe("in a run over rows", () => {
  const start = (dataset_id: string, user_eval_ids: string[]) =>
    runs.startEvalRun(context, { dataset_id, user_eval_ids, column_ids: [], repeats: 1, at_once: 50 });
  const bind = async (dataset_id: string, one: EmptyCase, mapping: Record<string, string>) => {
    const { user_eval_id } = await addUserEval(context, {
      ...{ dataset_id, name: crypto.randomUUID(), template_id: idOfName(one.template.name) },
      ...{ error_localizer: false, run: false, save_as_template: false },
      config: { mapping, params: { ...one.params }, reason_column: false },
    });
    return user_eval_id;
  };

  test.each([...groupBy(emptyCases, ({ filled }) => filled)])(
    "scores empty inputs and leaves absent ones unscored, beside %s",
    async (filled, cases) => {
      const dataset_id = await datasetOf(filled);
      const { column_config } = await tableOf(context, dataset_id);
      const columnIds = column_config.map(({ id }) => id);
      const ids = await rowIdsOf(context, dataset_id);
      for (let from = 0; from < cases.length; from += 40) {
        const bound = new Map<string, EmptyCase>();
        for (const one of cases.slice(from, from + 40)) {
          const mapping = Object.fromEntries(keysOf(one).map((key, index) => [key, columnIds[index] ?? ""]));
          bound.set(await bind(dataset_id, one, mapping), one);
        }
        const { run_id } = await start(dataset_id, [...bound.keys()]);
        await advanceToEnd(context, run_id);
        const cells = await context.db
          .select({ cell: evalRunCells, bindingId: evalRunEvaluations.bindingId })
          .from(evalRunCells)
          .innerJoin(evalRunEvaluations, eq(evalRunEvaluations.id, evalRunCells.evaluationId))
          .where(eq(evalRunCells.runId, run_id));
        expect(cells).toHaveLength(bound.size * rows.length);
        for (const { cell, bindingId } of cells) {
          const one = bound.get(bindingId ?? "");
          const row = rows[ids.indexOf(cell.rowId)];
          if (one && row) expectCell(one, row, cell);
          else expect.unreachable("a cell of no evaluation or row");
        }
      }
    },
  );
});

function expectCell(one: EmptyCase, { which, value }: Row, cell: typeof evalRunCells.$inferSelect): void {
  const { template, params, expected } = one;
  const isNothingElse = !placesOf(one).includes(which);
  // A list in brackets is a text like any other where texts are read.
  if (isNothingElse || (value !== null && !EMPTY[template.empty.reads].includes(value))) return;
  const what = [template.name, JSON.stringify(params), which, value];
  if (value !== null) {
    expect([...what, cell.outcome, cell.score]).toEqual([
      ...what,
      expected[which] === null ? "unscored" : "scored",
      expected[which],
    ]);
    if (expected[which] === null) expect(cell.reason).toMatch(/\S{2}/);
  } else if (template.keys.length > 0) {
    expect([...what, cell.outcome, cell.score]).toEqual([...what, "unscored", null]);
    expect(cell.reason).toMatch(/^The input '\w+' is missing\.$/);
  }
}

test("if five of ten rows retrieved nothing, the hit rate is 0.5", async () => {
  const columns = ["retrieved", "relevant"].map((name) => ({ name, data_type: "array" as const }));
  const named = { new_dataset_name: "Retrievals", columns, row: 0 };
  const { dataset_id } = await createEmptyDataset(context, named);
  const row = (retrieved: string[]) => ({
    cells: [
      { column_name: "retrieved", value: retrieved },
      { column_name: "relevant", value: ["a"] },
    ],
  });
  await addRows(context, { dataset_id, rows: Array.from({ length: 10 }, (_, index) => row(index % 2 ? ["a"] : [])) });
  const [hypothesis = "", reference = ""] = (await tableOf(context, dataset_id)).column_config.map(({ id }) => id);
  const { user_eval_id } = await addUserEval(context, {
    ...{ dataset_id, name: "Hits", template_id: idOfName("hit_rate") },
    ...{ error_localizer: false, run: false, save_as_template: false },
    config: { mapping: { hypothesis, reference } },
  });
  const { run_id } = await runs.startEvalRun(context, {
    ...{ dataset_id, user_eval_ids: [user_eval_id], column_ids: [], repeats: 1, at_once: 5 },
  });
  await advanceToEnd(context, run_id);
  const { evaluations } = await listRuns.getEvalRun(context, { run_id });
  expect(evaluations).toMatchObject([{ scored: 10, unscored: 0, mean_score: 0.5 }]);
});
