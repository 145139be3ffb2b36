// One step of an execution: plays and judges as many calls as its time allows, as many at once as the run may. If it
// ends or is killed, the next step continues from the stored rows.
import { setTimeout as delay } from "node:timers/promises";
import { and, asc, eq, inArray, isNull, min, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isTemporaryFailure } from "@/db/outages/database-outage";
import { callExecutions, testExecutions } from "@/db/schema";
import { pool } from "@/lib/bounds/pool";
import { logIgnored } from "@/lib/error-report";
import { reasonOf } from "@/lib/failures";
import { liveParts } from "@/lib/gateway/live";
import { continueAfter, DONE, STEP_MS, type StepResult } from "@/lib/jobs/step";
import type { Turn } from "../../conversation/rules/turn";
import { endWithoutLine } from "../../voice/finish";
import { hangUpLeft } from "../../voice/hang-up";
import { LEAST_WAIT_MS, type Talked, talkOn } from "../../voice/talk";
import { lineFor, telephonyOrNull } from "../../voice/telephony-account";
import { analyze } from "../analyze/analyze";
import { currentEvaluations } from "../analyze/current-evaluations";
import type { AnalysisContext } from "../analyze/evaluate-call";
import { type CallRow, turnsByCall } from "../loaders";
import { isExecutionOver } from "../rules/status";
import { settleExecution } from "../settle";
import { agentOf, loadPlayed } from "./load-execution";
import { playOn } from "./play";
import { type RunContext, runContextOf } from "./run-context";
import { breakCall } from "./write-call";

/** The greatest age of an execution's counts while it is played. */
const COUNT_MS = 500;

export type RunServices = Pick<RunContext, "send" | "now" | "pause">;
const real = (): RunServices => ({
  send: (request) => liveParts().send(request),
  now: () => new Date(),
  pause: (ms) => delay(ms),
});

export async function advanceExecution(
  db: Database,
  organizationId: string,
  executionId: string,
  { services = real(), stepMs = STEP_MS }: { services?: RunServices; stepMs?: number } = {},
): Promise<StepResult> {
  const [loaded, evaluations] = await Promise.all([
    loadPlayed(db, organizationId, executionId),
    currentEvaluations(db, executionId),
  ]);
  if (!loaded) return DONE;
  const { execution } = loaded;
  const isVoice = execution.pinned.agent.type === "voice";
  const line = isVoice ? telephonyOrNull() : null;
  const isOver = execution.deletedAt !== null || isExecutionOver(execution.status);
  if (isOver) return isVoice ? hangUpLeft({ db, line, ...services }, execution.id) : DONE;
  const endsAt = performance.now() + stepMs;
  const mayGoOn = () => performance.now() < endsAt;
  const agent = await agentOf(execution, loaded.secrets);
  const analysisContext: AnalysisContext = { evaluations, prepared: new Map(), runName: loaded.runName ?? "" };
  const runContext = runContextOf(db, execution, agent, line, services);
  await startExecution(runContext);
  if (isVoice && "flaw" in (await lineFor(db, organizationId))) await endWithoutLine(runContext);
  // Once a phone call finds no room for another call, this step begins no more: ongoing calls come first.
  const busy = { isBusy: false };
  const hungUp = await counting(runContext, async () => {
    await pool(
      openCalls(runContext, () => mayGoOn() && !busy.isBusy),
      { atOnce: execution.settings.concurrency, mayBegin: mayGoOn },
      async (begun) => {
        if ((await advanceCall(runContext, analysisContext, begun, mayGoOn)) === "full") busy.isBusy = true;
      },
    );
    return isVoice ? hangUpLeft(runContext, execution.id) : DONE;
  });
  const calls = await left(runContext, busy.isBusy);
  return calls.done ? hungUp : calls;
}

/** Counts calls from time to time while work is in progress, and once at the end. */
async function counting<T>({ db, execution, now }: RunContext, work: () => Promise<T>): Promise<T> {
  let underWay: Promise<void> | null = null;
  const timer = setInterval(() => {
    // A failed count is repeated at the end.
    underWay ??= settleExecution(db, execution.id, now())
      .catch(logIgnored("count an execution's calls"))
      .finally(() => {
        underWay = null;
      });
  }, COUNT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await underWay;
    await settleExecution(db, execution.id, now());
  }
}

async function startExecution({ db, execution, now }: RunContext): Promise<void> {
  // Updated in each step: an execution without an update for minutes has lost its job.
  await db.update(testExecutions).set({ error: null, updatedAt: now() }).where(eq(testExecutions.id, execution.id));
  if (execution.status !== "pending" || execution.driver === "client") return;
  await db
    .update(testExecutions)
    .set({ status: "running", startedAt: now() })
    .where(and(eq(testExecutions.id, execution.id), eq(testExecutions.status, "pending")));
}

const playable = ({ execution, agent, line }: RunContext) => {
  const mayPlay = (agent !== null || line !== null) && execution.status !== "cancelling";
  const statuses = mayPlay ? (["ongoing", "analyzing", "pending", "queued"] as const) : (["analyzing"] as const);
  return and(
    eq(callExecutions.executionId, execution.id),
    inArray(callExecutions.status, [...statuses]),
    isNull(callExecutions.deletedAt),
  );
};

interface OpenCall {
  call: CallRow;
  turns: readonly Turn[];
}

/** Calls that have begun first, then the others in order; each once per step. */
async function* openCalls(runContext: RunContext, mayGoOn: () => boolean): AsyncGenerator<OpenCall> {
  const { db, execution, now } = runContext;
  const seen: string[] = [];
  while (mayGoOn()) {
    const calls = await db
      .select()
      .from(callExecutions)
      .where(
        and(
          playable(runContext),
          or(isNull(callExecutions.waitUntil), sql`${callExecutions.waitUntil} <= ${now().toISOString()}::timestamptz`),
          seen.length > 0 ? notInArray(callExecutions.id, seen) : undefined,
        ),
      )
      .orderBy(sql`${callExecutions.status} in ('pending', 'queued')`, asc(callExecutions.number))
      .limit(execution.settings.concurrency * 2);
    if (calls.length === 0) return;
    const turns = await turnsByCall(
      db,
      calls.filter(({ status }) => status === "ongoing"),
    );
    for (const call of calls) {
      seen.push(call.id);
      yield { call, turns: turns.get(call.id) ?? [] };
    }
  }
}

async function advanceCall(
  runContext: RunContext,
  analysisContext: AnalysisContext,
  { call, turns }: OpenCall,
  mayGoOn: () => boolean,
): Promise<Talked> {
  try {
    return await advanceOne(runContext, analysisContext, { call, turns }, mayGoOn);
  } catch (error) {
    // During a database outage, every call waits for the next step. Any other failure concerns this call only, and the
    // others continue.
    if (isTemporaryFailure(error)) throw error;
    await breakCall(runContext, call, reasonOf(error));
    return "stopped";
  }
}

async function advanceOne(
  runContext: RunContext,
  analysisContext: AnalysisContext,
  { call, turns }: OpenCall,
  mayGoOn: () => boolean,
): Promise<Talked> {
  const played =
    call.status === "analyzing"
      ? call
      : runContext.line
        ? await talkOn({ ...runContext, line: runContext.line }, call)
        : await playOn(runContext, call, turns, mayGoOn);
  if (typeof played === "object") await analyze(runContext, analysisContext, played);
  return played;
}

async function left(runContext: RunContext, isBusy: boolean): Promise<StepResult> {
  const [row] = await runContext.db
    .select({
      open: sql<number>`count(*)::int`,
      ready: sql<number>`count(*) filter (where ${callExecutions.waitUntil} is null)::int`,
      first: min(callExecutions.waitUntil),
    })
    .from(callExecutions)
    .where(playable(runContext));
  if (!row || row.open === 0) return DONE;
  if ((row.ready > 0 && !isBusy) || !row.first) return continueAfter(0);
  const least = runContext.line ? LEAST_WAIT_MS : 0;
  return continueAfter(Math.max(least, row.first.getTime() - runContext.now().getTime()));
}
