// Continues one conversation from its last turn: requests each turn, then writes it once. After a kill in between, the turn is
// requested again; no turn is written twice.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { writePatiently } from "@/db/outages/write-patiently";
import { callExecutions, testExecutions } from "@/db/schema";
import type { EndCause, TurnRole } from "@/lib/contracts/simulation/call-names";
import type { Fault } from "@/lib/contracts/simulation/call-parts";
import type { AgentTarget } from "@/lib/contracts/simulation/configuration";
import { gatewayOf } from "@/lib/evaluation/judge/ask-gateway";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import { UNPRICED_UNDER_CEILING } from "@/lib/evaluation/judge/spend";
import type { Send } from "@/lib/gateway/providers/provider";
import type { Answered, Unanswered } from "../conversation/answer";
import { nextOf } from "../conversation/rules/next";
import { personaOf, renderPrompt } from "../conversation/rules/prompt";
import { expectationsOf } from "../conversation/rules/row";
import { spokenIn, type Turn } from "../conversation/rules/turn";
import { askCustomer, type Customer, type CustomerAnswer } from "../conversation/simulator";
import { type Agent, askAgent } from "../conversation/target";
import { faultOf } from "../outcome/rules/conversation";
import type { TelephonyAccount } from "../voice/telephony-account";
import type { CallRow, ExecutionRow } from "./loaders";

/** What a run's conversations share. */
export interface RunContext {
  db: Database;
  execution: ExecutionRow;
  /** Null where a client speaks for the agent, or it is called. */
  agent: Agent | null;
  /** From where a voice agent is called; null for a text agent, and where the server has none. */
  line: TelephonyAccount | null;
  inbound: boolean;
  ask: () => Promise<AskModel>;
  send: Send;
  now: () => Date;
  /** Waits; in tests not really. */
  pause: (ms: number) => Promise<void>;
}

export const runContextOf = (
  db: Database,
  execution: ExecutionRow,
  agent: Agent | null,
  line: TelephonyAccount | null,
  means: Pick<RunContext, "send" | "now" | "pause">,
): RunContext => {
  let opened: Promise<AskModel> | null = null;
  const session = `simulation ${execution.id}`;
  return {
    db,
    execution,
    agent,
    line,
    inbound: execution.pinned.agent.snapshot.inbound !== false,
    ask: () => {
      opened ??= gatewayOf(db, execution.organizationId, session, "/v1/chat/completions", {
        requestPrefix: `sim-${execution.id.slice(0, 8)}-`,
      });
      return opened;
    },
    ...means,
  };
};

/** Where the pinned version says that the agent is reached; null for a client. */
export const targetOf = ({ pinned }: Pick<ExecutionRow, "pinned">): AgentTarget | null =>
  // Safe because it is what the version's configuration has held, checked by its contract.
  (pinned.agent.snapshot.target ?? null) as AgentTarget | null;

/** Column name in lower case → text. */
export const cellsOf = ({ row }: Pick<CallRow, "row">): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, { value }]) => (value === null ? [] : [[name.toLowerCase(), value]])),
  );

const FALLBACK_PROMPT =
  "You are a customer with these characteristics: {{persona}}\nAt present: {{situation}}\nSpeak as this person, end with one closing sentence when you are finished, and use the endCall tool silently.";

export function customerOf(execution: ExecutionRow, call: CallRow): Customer {
  const simulator: Record<string, unknown> = execution.pinned.scenarios[call.scenarioId]?.simulator ?? {};
  const cells = cellsOf(call);
  const prompt =
    typeof simulator.prompt === "string" && simulator.prompt.trim() !== "" ? simulator.prompt : FALLBACK_PROMPT;
  return {
    prompt: renderPrompt(prompt, { cells, medium: execution.pinned.agent.type === "voice" ? "voice" : "text" }),
    cells,
    initialMessage: typeof simulator.initial_message === "string" ? simulator.initial_message : "",
    script: expectationsOf(cells).script,
    model: execution.settings.simulator_model ?? (typeof simulator.model === "string" ? simulator.model : ""),
    temperature: typeof simulator.llm_temperature === "number" ? simulator.llm_temperature : 0.7,
    seed: execution.settings.seed,
    minTurns: execution.settings.min_turns ?? 0,
    place: `${call.scenarioId} ${call.rowId ?? ""} ${call.repeat}`,
  };
}

export const customerName = (call: Pick<CallRow, "row">): string | null => {
  const name = personaOf(cellsOf(call).persona ?? "")?.name;
  return typeof name === "string" && name !== "" ? name : null;
};

/** The call where it has ended, and is to be judged. */
export type Played = CallRow | "waiting" | "stopped";

const MAX_WAITS = 8;
const LONGEST_WAIT_MS = 120_000;
/** Longer ones give their place to another conversation. */
const LONGEST_PAUSE_MS = 2_000;

/** Continues after the stored turns; checks `mayGoOn` before each further turn. */
export async function playOn(
  stage: RunContext,
  call: CallRow,
  begun: readonly Turn[],
  mayGoOn: () => boolean,
): Promise<Played> {
  const { execution } = stage;
  if (call.status !== "ongoing" && !(await beginCall(stage, call))) return "stopped";
  const turns = [...begun];
  const customer = customerOf(execution, call);
  const rules = { inbound: stage.inbound, maxTurns: execution.settings.max_turns };
  const end = (cause: EndCause, faults: readonly Fault[] = []) => endCall(stage, call, cause, faults);
  let { waits } = call;
  // The script's next message is written while the agent answers: another process that takes over would write the same.
  let writing: Promise<boolean> = Promise.resolve(true);
  while (mayGoOn()) {
    const next = nextOf(turns, rules);
    if (next.kind === "end") return end(next.cause);
    const [reply, isWritten] = await Promise.all([
      next.kind === "customer" ? askCustomer(customer, turns, stage.ask) : agentSays(stage, call, turns),
      writing,
    ]);
    if (!isWritten) return "stopped";
    if (reply.kind === "end") return end(reply.isScript ? "script_ended" : "customer_ended");
    if (reply.kind === "failed") {
      const patience = waitAfter(reply.answer, waits);
      if (patience === null) return end(causeOf[reply.answer.side], [faultIn(reply.answer, turns.length)]);
      waits += 1;
      if (patience > LONGEST_PAUSE_MS) return (await waitUntil(stage, call, waits, patience)) ? "waiting" : "stopped";
      await stage.pause(patience);
      continue;
    }
    const turn = turnOf(turns.length, next.kind === "customer" ? "user" : "assistant", reply.answer, reply.scripted);
    writing = writeTurn(stage, call, turn, reply.answer);
    if (!reply.scripted && !(await writing)) return "stopped";
    turns.push(turn);
    waits = 0;
  }
  return (await writing) ? "waiting" : "stopped";
}

export const turnOf = (number: number, role: TurnRole, { messages, ends }: Answered, scripted: boolean): Turn => ({
  number,
  role,
  content: spokenIn(messages),
  messages,
  scripted,
  ends,
});

async function agentSays(stage: RunContext, call: CallRow, turns: readonly Turn[]): Promise<CustomerAnswer> {
  if (!stage.agent) throw new Error("A client speaks for the agent.");
  const answer = await askAgent(stage.agent, { executionId: stage.execution.id, callId: call.id }, turns, stage);
  return answer.ok ? { kind: "turn", answer, scripted: false } : { kind: "failed", answer };
}

const causeOf = { agent: "agent_fault", simulator: "simulator_fault", provider: "provider_fault" } as const;

const faultIn = ({ side, kind, message, text }: Unanswered, turn: number): Fault =>
  faultOf(side, kind, message, turn, text);

/** Milliseconds until the retry; null if a retry is pointless. */
export function waitAfter({ side, mayRetry, retryAfterSeconds }: Unanswered, waits: number): number | null {
  if (side !== "provider" || !mayRetry || waits >= MAX_WAITS) return null;
  const ms = retryAfterSeconds === null ? 250 * 2 ** waits : retryAfterSeconds * 1000;
  return ms > LONGEST_WAIT_MS ? null : Math.max(50, ms);
}

/** False where it is over already, or the run's money is spent. */
export async function beginCall({ db, execution, now }: RunContext, call: CallRow): Promise<boolean> {
  const ceiling = execution.settings.cost_ceiling_usd;
  const spent = { costMicros: testExecutions.spentMicros, unpriced: testExecutions.unpriced };
  const [begun] = await db
    .update(callExecutions)
    .set({ status: "ongoing", startedAt: now() })
    .where(
      and(
        eq(callExecutions.id, call.id),
        sql`${callExecutions.status} in ('pending', 'queued')`,
        isNull(callExecutions.deletedAt),
        ceiling === null
          ? undefined
          : sql`exists (select from ${testExecutions} where ${testExecutions.id} = ${execution.id}
              and ${spent.costMicros} < ${Math.round(ceiling * 1e6)} and ${spent.unpriced} = 0)`,
      ),
    )
    .returning({ id: callExecutions.id });
  if (begun || ceiling === null) return begun !== undefined;
  const [run] = await db.select(spent).from(testExecutions).where(eq(testExecutions.id, execution.id));
  const endedReason = run && run.unpriced > 0 ? UNPRICED_UNDER_CEILING : "The run reached its cost ceiling.";
  await db
    .update(callExecutions)
    .set({ status: "cancelled", cause: "ceiling", endedAt: now(), endedReason })
    .where(and(eq(callExecutions.id, call.id), sql`${callExecutions.status} in ('pending', 'queued')`));
  return false;
}

/** False where another has written one in its place, or the call is over. While the database is away it tries again. */
export const writeTurn = (...turn: Parameters<typeof insertTurn>): Promise<boolean> =>
  writePatiently(() => insertTurn(...turn));

async function insertTurn(
  { db, execution }: Pick<RunContext, "db" | "execution">,
  call: Pick<CallRow, "id">,
  { number, role, content, scripted }: Turn,
  answer: Answered,
): Promise<boolean> {
  const cost = answer.costMicros ?? 0;
  const { unpriced } = answer;
  const written = await db.execute<{ number: number }>(sql`
    with open as (
      update call_executions set
        turn_count = ${number + 1}, waits = 0, wait_until = null, updated_at = now(), cost_micros = cost_micros + ${cost},
        unpriced = unpriced + ${unpriced}::int,
        state = coalesce(${answer.state === null ? null : JSON.stringify(answer.state)}::text::jsonb, state)
      where id = ${call.id} and status = 'ongoing' and deleted_at is null and turn_count = ${number}
      returning id
    ), spent as (
      update test_executions set spent_micros = spent_micros + ${cost}, unpriced = unpriced + ${unpriced}::int
      where id = ${execution.id} and (${cost} > 0 or ${unpriced}::int > 0) and exists (select from open)
    )
    insert into call_turns (call_id, number, role, content, messages, scripted, ends, latency_ms, input_tokens, output_tokens,
      cost_micros, model, trace_id)
    select id, ${number}, ${role}, ${content}, ${JSON.stringify(answer.messages)}::text::jsonb, ${scripted}, ${answer.ends},
      ${scripted ? null : answer.latencyMs}, ${answer.inputTokens}, ${answer.outputTokens}, ${answer.costMicros}, ${answer.model},
      ${answer.traceId}
    from open
    returning number`);
  return written.length > 0;
}

export async function waitUntil({ db, now }: RunContext, call: CallRow, waits: number, ms: number): Promise<boolean> {
  const waiting = await db
    .update(callExecutions)
    .set({ waits, waitUntil: new Date(now().getTime() + ms) })
    .where(and(eq(callExecutions.id, call.id), eq(callExecutions.status, "ongoing")))
    .returning({ id: callExecutions.id });
  return waiting.length > 0;
}

/** Ends a call whose work has failed on our side: that says nothing about the agent, so it is left out of the verdict. */
export async function breakCall({ db, now }: RunContext, call: Pick<CallRow, "id">, reason: string): Promise<void> {
  const fault = faultOf("provider", "unavailable", `The call could not continue. ${reason}`, 0, "");
  await db
    .update(callExecutions)
    .set({
      status: "failed",
      cause: "provider_fault",
      endedReason: fault.message,
      endedAt: now(),
      waitUntil: null,
      faults: [fault],
      faultSide: fault.side,
      faultKind: fault.kind,
      verdict: "excluded",
    })
    .where(
      and(
        eq(callExecutions.id, call.id),
        sql`${callExecutions.status} not in ('completed', 'failed', 'cancelled')`,
        isNull(callExecutions.deletedAt),
      ),
    );
}

/** The conversation is over: what is left is to judge it. Stopped where it was over before. */
export async function endCall(
  { db, now }: Pick<RunContext, "db" | "now">,
  call: Pick<CallRow, "id">,
  cause: EndCause,
  faults: readonly Fault[],
): Promise<CallRow | "stopped"> {
  const [ended] = await db
    .update(callExecutions)
    .set({
      status: "analyzing",
      cause,
      faults: [...faults],
      endedAt: now(),
      endedReason: reasons[cause],
      waitUntil: null,
    })
    .where(and(eq(callExecutions.id, call.id), eq(callExecutions.status, "ongoing"), isNull(callExecutions.deletedAt)))
    .returning();
  return ended ?? "stopped";
}

const reasons: Record<EndCause, string> = {
  customer_ended: "customer-ended-call",
  agent_ended: "assistant-ended-call",
  script_ended: "customer-ended-call",
  max_turns: "max-turns-reached",
  max_duration: "max-duration-reached",
  agent_fault: "The agent failed",
  simulator_fault: "The simulator failed",
  provider_fault: "A provider failed",
  cancelled: "cancelled",
  stalled: "silence-timed-out",
  ceiling: "The run reached its cost ceiling",
  client: "The client ended the call",
};
