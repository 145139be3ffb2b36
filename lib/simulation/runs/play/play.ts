// Continues one conversation from its last turn: requests each turn, then writes it once. If the process is killed in
// between, the turn is requested again; no turn is written twice.
import type { EndCause, TurnRole } from "@/lib/contracts/simulation/call-names";
import type { Fault } from "@/lib/contracts/simulation/call-parts";
import type { ConversationRef } from "../../conversation/agent";
import type { Answered, Unanswered } from "../../conversation/answer";
import { nextOf } from "../../conversation/rules/next";
import { spokenIn, type Turn } from "../../conversation/rules/turn";
import { askCustomer, type CustomerAnswer } from "../../conversation/simulator";
import { askAgent } from "../../conversation/target";
import { faultOf } from "../../outcome/rules/conversation";
import { chargingLostAnswers } from "../charge";
import { type CallRow, earlierPlaysOf } from "../loaders";
import { customerOf } from "./customer";
import type { RunContext } from "./run-context";
import { beginCall, endCall, waitUntil, writeTurn } from "./write-call";

/** The call if it has ended and is ready to be judged. */
export type Played = CallRow | "waiting" | "stopped";

const MAX_WAITS = 8;
const LONGEST_WAIT_MS = 120_000;

/** For longer pauses, the call makes room for another conversation. */
const LONGEST_PAUSE_MS = 2_000;

/** Continues after the stored turns; checks `mayGoOn` before each further turn. */
export async function playOn(
  runContext: RunContext,
  call: CallRow,
  begun: readonly Turn[],
  mayGoOn: () => boolean,
): Promise<Played> {
  const { execution } = runContext;
  if (call.status !== "ongoing" && !(await beginCall(runContext, call))) return "stopped";
  const turns = [...begun];
  const target = runContext.agent?.target;
  const hasThread = target?.type === "webhook" || (target?.type === "chat_completions" && target.url !== null);
  const earlierPlays = hasThread ? await earlierPlaysOf(runContext.db, call.id) : 0;
  const conversation = { executionId: execution.id, callId: call.id, earlierPlays };
  const customer = customerOf(execution, call);
  const rules = { inbound: runContext.inbound, maxTurns: execution.settings.max_turns };
  const end = (cause: EndCause, faults: readonly Fault[] = []) => endCall(runContext, call, cause, faults);
  let { waits } = call;
  // The script's next message is written while the agent answers: another process that takes over would write the same.
  let writing: Promise<boolean> = Promise.resolve(true);
  while (mayGoOn()) {
    const next = nextOf(turns, rules);
    if (next.kind === "end") return end(next.cause);
    const [reply, isWritten] = await Promise.all([
      chargingLostAnswers(runContext, call.id, (ask) =>
        next.kind === "customer"
          ? askCustomer(customer, turns, ask)
          : agentSays({ ...runContext, ask }, conversation, turns),
      ),
      writing,
    ]);
    if (!isWritten) return "stopped";
    if (reply.kind === "end") return end(reply.isScript ? "script_ended" : "customer_ended");
    if (reply.kind === "failed") {
      const patience = waitAfter(reply.answer, waits);
      if (patience === null) return end(causeOf[reply.answer.side], [faultIn(reply.answer, turns.length)]);
      waits += 1;
      if (patience > LONGEST_PAUSE_MS)
        return (await waitUntil(runContext, call, waits, patience)) ? "waiting" : "stopped";
      await runContext.pause(patience);
      continue;
    }
    const turn = turnOf(turns.length, next.kind === "customer" ? "user" : "assistant", reply.answer, reply.scripted);
    writing = writeTurn(runContext, call, turn, reply.answer);
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

async function agentSays(
  runContext: RunContext,
  conversation: ConversationRef,
  turns: readonly Turn[],
): Promise<CustomerAnswer> {
  if (!runContext.agent) throw new Error("A client speaks for the agent.");
  const answer = await askAgent(runContext.agent, conversation, turns, runContext);
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
