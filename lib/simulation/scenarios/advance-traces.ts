// Makes rows of chosen traces, some at a time, latest start first. Each page is one transaction, so that a step which is
// killed adds no row twice.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows, scenarioGenerations, traces } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { transaction } from "@/db/transaction";
import { DETERMINISTIC } from "@/lib/contracts/simulation/scenario-names";
import { MAX_CHOSEN_TRACES } from "@/lib/contracts/traces/trace-choice";
import { type DatasetRecord, liveRows } from "@/lib/datasets/loaders";
import { continueAfter, DONE, type StepResult } from "@/lib/jobs/step";
import { afterTrace, isInChoice, newestTraces } from "@/lib/traces/choice/chosen-traces";
import { contentsOfTraces } from "@/lib/traces/contents";
import type { GenerationContext } from "./generation-context";
import type { GenerationRecord, ScenarioRecord } from "./loaders";
import { messagesOfTrace, rowOfConversation } from "./rules/conversation";
import { conversationCells, writeKnownRows } from "./write-known-rows";

const TRACES = 100;

/** Goes on until the choice is at its end, or until `until` (milliseconds since the epoch). */
export async function advanceTraceRows(work: GenerationContext, until: number): Promise<StepResult> {
  do {
    if (await addPage(work)) return DONE;
  } while (work.now() < until);
  return continueAfter(0);
}

/** Returns whether nothing is left. */
const addPage = ({ db, generation: { id }, scenario, dataset, subject }: GenerationContext): Promise<boolean> =>
  transaction(db, async (tx) => {
    const own = eq(scenarioGenerations.id, id);
    const [generation] = await tx.select().from(scenarioGenerations).where(own).for("update");
    if (generation?.status !== "running" || generation.traces === null) return true;
    const { traces: choice, guidance: goal, tracesSeen, tracesLeftOut } = generation;
    const limit = Math.min(TRACES, MAX_CHOSEN_TRACES - tracesSeen);
    const page = await tx
      .select({ id: traces.id, startedAt: traces.startedAt })
      .from(traces)
      .where(and(await isInChoice(tx, scenario.organizationId, choice), afterTrace(generation.traceCursor)))
      .orderBy(...newestTraces)
      .limit(limit)
      // Retention deletes none before its row refers to it.
      .for("key share");
    const ids = page.map((trace) => trace.id);
    const contents = await contentsOfTraces(tx, scenario.organizationId, ids);
    const known = await tracesWithRow(tx, dataset, ids);
    const rows = ids.flatMap((traceId) => {
      const { input = null, output = null } = contents.get(traceId) ?? {};
      const row = known.has(traceId) ? null : rowOfConversation(messagesOfTrace(input, output));
      return row ? [{ traceId, cells: conversationCells(scenario, subject, { id: traceId, row, goal }) }] : [];
    });
    await store(tx, generation, scenario, rows);
    const last = page.at(-1);
    const isOver = page.length < limit || tracesSeen + page.length >= MAX_CHOSEN_TRACES || !last?.startedAt;
    await tx
      .update(scenarioGenerations)
      .set({
        ...(last?.startedAt ? { traceCursor: { startedAt: last.startedAt, id: last.id } } : {}),
        tracesSeen: tracesSeen + page.length,
        tracesLeftOut: tracesLeftOut + page.length - rows.length,
      })
      .where(own);
    return isOver;
  });

async function tracesWithRow(tx: Database, dataset: DatasetRecord, ids: readonly string[]) {
  const source = sql<string>`${datasetRows.metadata} ->> 'source_id'`;
  const rows = await tx
    .select({ id: source })
    .from(datasetRows)
    .where(
      and(
        eq(datasetRows.organizationId, dataset.organizationId),
        liveRows(dataset),
        sql`${source} = any(${textArray(ids)})`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

interface TraceRow {
  traceId: string;
  cells: ReturnType<typeof conversationCells>;
}

/** Adds the rows to the scenario and counts them as written by its generation. */
async function store(tx: Database, { id }: GenerationRecord, scenario: ScenarioRecord, rows: readonly TraceRow[]) {
  if (rows.length === 0) return;
  const cells = rows.map((row) => row.cells);
  const metadata = rows.map(({ traceId }) => ({ source_type: "trace", source_id: traceId }));
  const { rowIds } = await writeKnownRows(tx, scenario, cells, metadata);
  await tx.execute(sql`
    insert into generated_rows (generation_id, row_id, place, status, writer, attempts)
    select ${id}::uuid, row_id, number - 1 + (select count(*) from generated_rows where generation_id = ${id}::uuid),
      'done', ${DETERMINISTIC}, 1
    from unnest(${textArray(rowIds)}::uuid[]) with ordinality as element(row_id, number)`);
}
