// Runs over a dataset: computed ones against the plain functions in a loop, judged ones against what the provider's time allows,
// and one whose server is killed twice on the way.
//   npx tsx bench/evaluation-run.ts [rows] [judged rows] [rows × 5 evaluations]

import { setTimeout as wait } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows, evalRunCells, evalRuns, gatewayLedger } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import type { RunDetail } from "@/lib/contracts/evaluation/shapes/run-shapes";
import { computedTemplates } from "@/lib/evaluation/metrics";
import { readParams } from "@/lib/evaluation/metrics/params";
import { bindTestEval, createTestDataset } from "@/lib/evaluation/runs/testing";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { createTestTemplate } from "@/lib/evaluation/testing";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { startEnvironment } from "./environment";
import { type At, begin, isOver, timedRun, waitFor } from "./evaluation/runs";
import { out, seconds } from "./print";
import { startServer } from "./processes/server-process";

const rows = Number(process.argv[2] ?? 10_000);
const judgedRows = Number(process.argv[3] ?? 1000);
const killedRows = Number(process.argv[4] ?? 1000);
const LATENCY_MS = 200;
/** One call in so many fails, and has to be made again. */
const FAILS_ONE_IN = 20;
const KILLED_AT_ONCE = 25;
const KILLED_EVALUATIONS = 5;
const CEILING = 10_000_000;

/** Some two hundred words, of a few hundred different ones, so that overlap has something to do. */
const WORDS = 200;
const wordsOf = (row: number, change: number) =>
  Array.from(
    { length: WORDS },
    (_, index) => `word${(index * 7919 + row * 31 + (index % 9 === 0 ? change : 0)) % 600}`,
  ).join(" ");

const computed = ["bleu_score", "rouge_score", "meteor_score"];

const environment = await startEnvironment();
const { db } = environment;
const provider = await startServer("evaluation/provider.ts", {
  LATENCY_MS: String(LATENCY_MS),
  FAILS_ONE_IN: String(FAILS_ONE_IN),
});
const steady = await startServer("evaluation/provider.ts", { LATENCY_MS: String(LATENCY_MS), FAILS_ONE_IN: "0" });
try {
  const organization = await createOrganization(db);
  const context = await createCaller(db, organization);
  const credentials = bearer(await createCredentials(db, "Admin", organization));
  const start = () => environment.serve("evaluation/server.ts", { FAILING: provider.address, STEADY: steady.address });
  const address = await start();
  const at = { address, credentials };

  if (rows > 0) await computedRun(context, at);
  if (judgedRows > 0) await judgedRun(context, at);
  if (killedRows > 0) await killedTwice(context, at);
} finally {
  await provider.stop();
  await steady.stop();
  await environment.stop();
}

/** Functions over texts, and the same functions called in a loop. */
async function computedRun(context: Context, at: At): Promise<void> {
  out(`${rows} rows × ${computed.length} computed templates`);
  const texts = await createTestDataset(context, rows, (row) => wordsOf(row, 17));
  await fillQuestions(db, texts);
  const plain = await plainLoop(db, texts);
  const bound = await Promise.all(
    computed.map((name) =>
      bindTestEval(context, texts, idOfName(name), {
        name,
        config: { mapping: { reference: "question", hypothesis: "answer" } },
      }),
    ),
  );
  const { ms } = await timedRun(at, texts, bound, { at_once: 20 });
  out(`  ${seconds(ms)} s; the functions in a loop ${seconds(plain)} s; ${(plain / ms).toFixed(2)} of their speed`);
}

/** A steady provider, in a process that has judged some rows before. */
async function judgedRun(context: Context, at: At): Promise<void> {
  const AT_ONCE = 50;
  const WARM_ROWS = 200;
  out(`${judgedRows} rows × 1 judged template, ${AT_ONCE} at once, a provider of ${LATENCY_MS} ms`);
  const judge = await createTestTemplate(context, { model: "steady/judge" });
  const timed = async (count: number) => {
    const dataset = await createTestDataset(context, count);
    return timedRun(at, dataset, [await bindTestEval(context, dataset, judge)], { at_once: AT_ONCE });
  };
  await timed(WARM_ROWS);
  const { ms } = await timed(judgedRows);
  const ideal = (judgedRows * LATENCY_MS) / AT_ONCE;
  out(`  ${seconds(ms)} s; ideal ${seconds(ideal)} s; ${(ms / ideal).toFixed(2)} of it`);
}

/** The questions are texts like the answers, a word in nine another. */
async function fillQuestions(db: Database, datasetId: string): Promise<void> {
  const stored = await db.select().from(datasetRows).where(eq(datasetRows.datasetId, datasetId));
  const [questionId = ""] = (
    await db.execute<{ id: string }>(
      sql`select id from dataset_columns where dataset_id = ${datasetId}::uuid and name = 'question'`,
    )
  ).map(({ id }) => id);
  for (let first = 0; first < stored.length; first += 500) {
    const part = stored.slice(first, first + 500).map(({ id, order }) => ({ id, text: wordsOf(order, 0) }));
    await db.execute(sql`
      update dataset_rows set cells = cells || jsonb_build_object(${questionId}::text, given ->> 'text')
      from jsonb_array_elements(${JSON.stringify(part)}::text::jsonb) as given
      where dataset_rows.id = (given ->> 'id')::uuid`);
  }
}

/** Reads every row once and calls the functions on it: what any run has to do at least. */
async function plainLoop(db: Database, datasetId: string): Promise<number> {
  const columns = await db.execute<{ id: string; name: string }>(
    sql`select id, name from dataset_columns where dataset_id = ${datasetId}::uuid`,
  );
  const idOf = (name: string) => columns.find((column) => column.name === name)?.id ?? "";
  const functions = computed.map((name) => {
    const found = computedTemplates.find((template) => template.name === name);
    if (!found) throw new Error(`no function ${name}`);
    const read = readParams(found.params ?? {}, {});
    return { found, params: "values" in read ? read.values : {} };
  });
  const stored = await db
    .select({ cells: datasetRows.cells })
    .from(datasetRows)
    .where(eq(datasetRows.datasetId, datasetId));
  const begun = performance.now();
  for (const { cells } of stored) {
    const inputs = { reference: cells[idOf("question")], hypothesis: cells[idOf("answer")] };
    for (const { found, params } of functions) await found.compute(inputs, params, {});
  }
  return performance.now() - begun;
}

/** A provider that fails one call in twenty, and a server that is killed twice: every cell once, and the ledger's cost. */
async function killedTwice(context: Context, at: At): Promise<void> {
  const cells = killedRows * KILLED_EVALUATIONS;
  out(
    `${killedRows} rows × ${KILLED_EVALUATIONS} judged, ${KILLED_AT_ONCE} at once, one call in twenty fails, the server is killed twice`,
  );
  const dataset = await createTestDataset(context, killedRows);
  const evals = await Promise.all(
    Array.from({ length: KILLED_EVALUATIONS }, async (_, nth) =>
      bindTestEval(context, dataset, await createTestTemplate(context, { model: "failing/judge" }), {
        name: `judged ${nth}`,
      }),
    ),
  );
  const begun = performance.now();
  let down = 0;
  const runId = await begin(at, dataset, evals, { at_once: KILLED_AT_ONCE, ceiling_micros: CEILING });
  for (const part of [1 / 3, 2 / 3]) {
    await waitFor(at, runId, ({ open }) => open < cells * (1 - part));
    down += await killServer(at, runId);
  }
  const done = await waitFor(at, runId, isOver);
  await printKilled(done, cells, performance.now() - begun, down);
  await printCost(at, runId);
}

/** How long no server was there. */
async function killServer(at: At, runId: string): Promise<number> {
  const killed = performance.now();
  await environment.replace(at.address);
  const started = performance.now();
  const { open: left } = await waitFor(at, runId, () => true);
  await waitFor(at, runId, ({ open }) => open < left);
  out(
    `  killed; a server is there after ${seconds(started - killed)} s, and the run goes on ${seconds(performance.now() - started)} s later`,
  );
  return started - killed;
}

async function printKilled(done: RunDetail, cells: number, ms: number, down: number): Promise<void> {
  const ideal = (cells * LATENCY_MS) / KILLED_AT_ONCE;
  // Nobody comes by those calls without the ones that fail.
  const least = (ideal * FAILS_ONE_IN) / (FAILS_ONE_IN - 1);
  const stored = await db.select().from(evalRunCells).where(eq(evalRunCells.runId, done.id));
  const once = new Set(stored.map(({ evaluationId, rowId }) => `${evaluationId} ${rowId}`));
  out(
    `  ${done.status}: ${done.scored} scored, ${done.error} errors, ${done.open} open of ${cells}, ${once.size} cells; ${seconds(ms)} s, ideal ${seconds(ideal)} s: ${(ms / ideal).toFixed(2)} of it, ${((ms - down) / ideal).toFixed(2)} while a server was there; with the calls that fail ${seconds(least)} s: ${(ms / least).toFixed(2)} and ${((ms - down) / least).toFixed(2)}`,
  );
}

/** What killed processes had in hand reaches the ledger by the gateway's own sweep, once a minute. */
async function printCost(at: At, runId: string): Promise<void> {
  for (let round = 0; ; round++) {
    const { spent_micros: spent } = await waitFor(at, runId, isOver);
    const ledger = await ledgerOf(runId);
    if ((spent === ledger && round > 0) || round === 59) {
      const [run] = await db.select().from(evalRuns).where(eq(evalRuns.id, runId));
      out(
        `  cost ${spent} of at most ${CEILING} micro-dollars, ledger ${ledger}; ${run?.lostMicros} of it for answers that were lost; interrupted: ${run?.wasInterrupted}`,
      );
      return;
    }
    await wait(2500);
  }
}

async function ledgerOf(runId: string): Promise<number> {
  const [row] = await db
    .select({ cost: sql<number>`coalesce(sum(cost_micros), 0)::float8` })
    .from(gatewayLedger)
    .where(sql`starts_with(request_id, ${`run-${runId}.`})`);
  return row?.cost ?? 0;
}
