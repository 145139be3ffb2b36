// Pages and the progress of an execution of many calls, over those of one of few.
import { sql } from "drizzle-orm";
import { callExecutions } from "@/db/schema";
import type { Context } from "@/lib/context";
import { settleExecution } from "@/lib/simulation/runs/settle";
import { createTestExecution } from "@/lib/simulation/testing";
import { ask, median } from "../client";
import { out } from "../print";

const FEW = 10;

export async function compareSizes(
  context: Context,
  server: string,
  credentials: Record<string, string>,
  many: number,
  rounds: number,
): Promise<void> {
  const [few, all] = [await executionOf(context, FEW), await executionOf(context, many)];
  await context.db.execute(sql`vacuum analyze call_executions`);
  const timed = async (paths: readonly string[]) => {
    const times = paths.map((): number[] => []);
    for (let round = 0; round < rounds + 5; round++)
      for (const [index, path] of paths.entries()) {
        const start = performance.now();
        await ask("GET", `${server}${path}`, credentials);
        if (round >= 5) times[index]?.push(performance.now() - start);
      }
    return times.map(median);
  };
  const execution = `/simulate/test-executions/${all.executionId}/`;
  const middle = Math.ceil(many / 60);
  const [first, between, failed, hundred] = await timed([
    execution,
    `${execution}?page=${middle}`,
    `${execution}?verdict=failed`,
    `${execution}?limit=100&page=${Math.ceil(many / 200)}`,
  ]);
  out(
    `${many} calls: first page ${first?.toFixed(1)} ms, page ${middle} ${between?.toFixed(1)} ms, failed ones ${failed?.toFixed(1)} ms, a hundred ${hundred?.toFixed(1)} ms`,
  );
  const [short, long] = await timed([few, all].map(({ runTestId }) => `/simulate/run-tests/${runTestId}/status/`));
  const rate = ((long ?? Number.NaN) / (short ?? Number.NaN)).toFixed(2);
  out(`  progress ${long?.toFixed(2)} ms, of ${FEW} calls ${short?.toFixed(2)} ms: ${rate} of it`);
}

/** An execution of so many calls: one in three goes on, one in seven of the others failed. */
async function executionOf(context: Context, count: number) {
  const { db, caller } = context;
  const execution = await createTestExecution(context, []);
  const { executionId, runTestId } = execution;
  await db.execute(sql`
    insert into ${callExecutions} (organization_id, workspace_id, execution_id, run_test_id, scenario_id, number, status, verdict, row, turn_count)
    select ${caller.organizationId}::uuid, ${caller.workspaceId}::uuid, ${executionId}::uuid, ${runTestId}::uuid, ${runTestId}::uuid, nth,
      case when nth % 3 = 0 then 'ongoing' else 'completed' end, case when nth % 3 = 0 then null when nth % 7 = 0 then 'failed' else 'passed' end,
      jsonb_build_object('situation', jsonb_build_object('value', repeat(md5(nth::text) || ' ', 10), 'column_id', gen_random_uuid(),
        'dataset_id', gen_random_uuid(), 'data_type', 'text')), 6
    from generate_series(0, ${count - 1}::int) as nth`);
  await settleExecution(db, executionId, new Date());
  return execution;
}
