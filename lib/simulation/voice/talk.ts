// A phone call: stored, dialed once, polled from time to time, and read when it is over.
import { and, count, eq, isNull, sql } from "drizzle-orm";
import { voiceCalls } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { simulatorSettingsOf } from "@/lib/contracts/simulation/simulator";
import { personaOf } from "../conversation/rules/prompt";
import { faultOf } from "../outcome/rules/conversation";
import type { CallRow } from "../runs/loaders";
import { cellsOf, customerOf } from "../runs/play/customer";
import { type Played, waitAfter } from "../runs/play/play";
import type { RunContext } from "../runs/play/run-context";
import { beginCall, endCall, waitUntil } from "../runs/play/write-call";
import type { Dial, Refused } from "./adapter";
import { finish, type VoiceContext } from "./finish";
import { type VoiceCallRow, voiceCallOf } from "./loaders";
import { voiceProviders } from "./providers";
import { dialed } from "./rules/callable";
import { maxSecondsOf, settingsFor, spokenPrompt } from "./rules/manner";

/** How long to look for a call that may or may not have been dialed. */
export const LOOK_MS = 3 * 60_000;
/** How long a call's recording and cost may take to appear after its end. */
const SETTLE_MS = 60_000;
const SETTLE_POLL_MS = 5_000;
/** How long a call may exceed its limit: ringing, and the provider's own delays. */
const GRACE_MS = 3 * 60_000;

/** How long to wait if the telephony account has no room for another call: half an hour in total. */
const BUSY_MS = 15_000;
const MAX_BUSY_WAITS = 120;
/**
 * The least time between polls of a run's calls, so that calls that are due at about the same time are polled together.
 */
export const LEAST_WAIT_MS = 5_000;

/** In its first minute a call is polled more often, because most failures happen then. */
const pollAfter = (elapsedMs: number): number => (elapsedMs < 60_000 ? 5_000 : 15_000);

/** `full`: the run already has as many calls as it may, so nothing was dialed. */
export type Talked = Played | "full";

export async function talkOn(runContext: VoiceContext, call: CallRow): Promise<Talked> {
  const known = await voiceCallOf(runContext.db, call.id);
  if (!known) return dialOnce(runContext, call);
  if (known.provider !== runContext.line.provider)
    return fail(
      runContext,
      call,
      `The call was placed through ${known.provider}, but the server's telephony account has changed since then.`,
    );
  return known.providerCallId === null
    ? lookFor(runContext, call, known)
    : follow(runContext, call, known, known.providerCallId);
}

async function dialOnce(runContext: VoiceContext, call: CallRow): Promise<Talked> {
  const dial = dialOf(runContext, call);
  const begun = await intend(runContext, call, dial);
  if (begun === "full" && call.status === "ongoing")
    return (await waitUntil(runContext, call, call.waits, pollAfter(0))) ? "full" : "stopped";
  if (typeof begun === "string") return begun;
  const answer = await voiceProviders[runContext.line.provider].dial(
    runContext.line,
    { ...dial, mark: begun.mark },
    runContext,
  );
  if (answer.ok) {
    await noteId(runContext, begun, answer.value.id);
    return wait(runContext, call, 0, pollAfter(0));
  }
  // A call that may have been dialed is never dialed again; the next step looks for it.
  if (answer.isInDoubt) return wait(runContext, call, 0, pollAfter(0));
  await runContext.db.delete(voiceCalls).where(and(eq(voiceCalls.callId, call.id), eq(voiceCalls.mark, begun.mark)));
  if (answer.kind !== "rate_limited" || call.waits >= MAX_BUSY_WAITS) return again(runContext, call, answer);
  // The account stays busy as long as its calls last.
  return wait(runContext, call, call.waits + 1, Math.max(BUSY_MS, (answer.retryAfterSeconds ?? 0) * 1000));
}

/** Records that a call will be dialed. One at a time per run, so that it never has more calls than it may. */
const intend = (runContext: VoiceContext, call: CallRow, dial: Dial): Promise<VoiceCallRow | "full" | "stopped"> =>
  transaction(runContext.db, async (tx) => {
    const { execution, line, now } = runContext;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`voice ${execution.id}`}, 0))`);
    const [open] = await tx
      .select({ count: count() })
      .from(voiceCalls)
      .where(and(eq(voiceCalls.executionId, execution.id), eq(voiceCalls.isOpen, true)));
    if ((open?.count ?? 0) >= execution.settings.concurrency) return "full";
    if (call.status !== "ongoing" && !(await beginCall({ ...runContext, db: tx }, call))) return "stopped";
    const [row] = await tx
      .insert(voiceCalls)
      .values({
        callId: call.id,
        executionId: execution.id,
        provider: line.provider,
        dialedAt: now(),
        phoneNumber: dial.to,
      })
      .onConflictDoNothing()
      .returning();
    return row ?? "stopped";
  });

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

function dialOf({ execution, inbound }: VoiceContext, call: CallRow): Dial {
  const { snapshot } = execution.pinned.agent;
  const customer = customerOf(execution, call);
  const settings = settingsFor(
    simulatorSettingsOf(execution.pinned.scenarios[call.scenarioId]?.simulator ?? {}),
    personaOf(cellsOf(call).persona ?? "") ?? {},
  );
  const agentBegins = typeof snapshot.target_speaks_first === "boolean" ? snapshot.target_speaks_first : inbound;
  const opening = customer.initialMessage.trim() || customer.script?.[0] || "";
  return {
    mark: "",
    to: dialed({ contact_number: textOf(snapshot.contact_number), country_code: textOf(snapshot.country_code) }),
    prompt: spokenPrompt(customer.prompt, customer.script),
    firstMessage: agentBegins ? null : opening,
    settings,
    model: customer.model,
    temperature: customer.temperature,
    language: textOf(snapshot.language) ?? "en",
    maxSeconds: maxSecondsOf(settings),
  };
}

const noteId = ({ db }: Pick<RunContext, "db">, { callId, mark }: VoiceCallRow, providerCallId: string) =>
  db
    .update(voiceCalls)
    .set({ providerCallId })
    .where(and(eq(voiceCalls.callId, callId), eq(voiceCalls.mark, mark), isNull(voiceCalls.providerCallId)));

/** The process that dialed was killed or got no answer: looks for the call with this mark at the provider. */
async function lookFor(runContext: VoiceContext, call: CallRow, known: VoiceCallRow): Promise<Played> {
  const { line, now } = runContext;
  const answer = await voiceProviders[line.provider].find(line, known.mark, known.dialedAt, runContext);
  if (!answer.ok) return again(runContext, call, answer);
  if (answer.value) {
    await noteId(runContext, known, answer.value.id);
    return follow(runContext, call, known, answer.value.id);
  }
  const elapsed = now().getTime() - known.dialedAt.getTime();
  if (elapsed < LOOK_MS) return wait(runContext, call, 0, pollAfter(0));
  const message = "It is unknown whether the call was dialed. It will not be dialed again.";
  return fail(runContext, call, message);
}

async function follow(runContext: VoiceContext, call: CallRow, known: VoiceCallRow, id: string): Promise<Played> {
  const { line, now } = runContext;
  const answer = await voiceProviders[line.provider].fetch(line, id, runContext);
  if (!answer.ok) return again(runContext, call, answer);
  const seen = answer.value;
  const elapsed = now().getTime() - known.dialedAt.getTime();
  if (seen.state !== "over") {
    const limit = dialOf(runContext, call).maxSeconds * 1000 + GRACE_MS;
    if (elapsed < limit) return wait(runContext, call, 0, pollAfter(elapsed));
    return fail(runContext, call, "The voice provider did not end the call at its time limit.");
  }
  const sinceEnd = seen.endedAt ? now().getTime() - seen.endedAt.getTime() : SETTLE_MS;
  if (!seen.isWhole && sinceEnd < SETTLE_MS) return wait(runContext, call, 0, SETTLE_POLL_MS);
  return finish(runContext, call, seen);
}

const wait = async (runContext: RunContext, call: CallRow, waits: number, ms: number): Promise<Played> =>
  (await waitUntil(runContext, call, waits, ms)) ? "waiting" : "stopped";

/** Retries after a while; a provider fault if that is pointless. */
async function again(runContext: VoiceContext, call: CallRow, refused: Refused): Promise<Played> {
  const patience = waitAfter(refused, call.waits);
  if (patience !== null) return wait(runContext, call, call.waits + 1, patience);
  const { kind, message, text } = refused;
  return endCall(runContext, call, "provider_fault", [faultOf("provider", kind, message, 0, text)]);
}

const fail = (runContext: VoiceContext, call: CallRow, message: string): Promise<Played> =>
  endCall(runContext, call, "provider_fault", [faultOf("provider", "unavailable", message, 0, "")]);
