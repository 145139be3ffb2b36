// What operators see of runs.
import type { Pool } from "pg";
import type { Run } from "./lifecycle";

export interface RunRecord {
  id: string;
  functionId: string;
  status: Run["status"];
  event: Run["event"];
  output: unknown;
  error: unknown;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
}

/** The newest runs first; those of one function when `functionId` (`<app>-<function>`) is given. */
export async function listRuns(
  pool: Pick<Pool, "query">,
  { functionId, limit = 100 }: { functionId?: string; limit?: number } = {},
): Promise<RunRecord[]> {
  const { rows } = await pool.query<RunRecord>(
    `select id, function_id as "functionId", status, event, output, error, created_at as "createdAt",
            started_at as "startedAt", ended_at as "endedAt"
     from jobs.runs where $1::text is null or function_id = $1 order by created_at desc, id limit $2`,
    [functionId ?? null, limit],
  );
  return rows;
}
