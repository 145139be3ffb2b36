// Hangs up calls that have ended here (cancelled, deleted or given up) but may still be ongoing at the provider.
import { and, eq, isNotNull, notInArray, or } from "drizzle-orm";
import { callExecutions, voiceCalls } from "@/db/schema";
import { continueAfter, DONE, type StepResult } from "@/lib/jobs/step";
import type { RunContext } from "../runs/play/run-context";
import type { VoiceCallRow } from "./loaders";
import { voiceProviders } from "./providers";
import { LOOK_MS } from "./talk";
import type { TelephonyAccount } from "./telephony-account";

const MOST = 20;
/** After this many tries, we leave it to the provider's own limit. */
const MAX_HANG_UPS = 5;
const AGAIN_MS = 5_000;

/** Hangs them up, and returns whether some must be retried. */
export async function hangUpLeft(
  runContext: Pick<RunContext, "db" | "send" | "now"> & { line: TelephonyAccount | null },
  executionId: string,
): Promise<StepResult> {
  const rows = await runContext.db
    .select({ voice: voiceCalls })
    .from(voiceCalls)
    .innerJoin(callExecutions, eq(callExecutions.id, voiceCalls.callId))
    .where(
      and(
        eq(voiceCalls.executionId, executionId),
        eq(voiceCalls.isOpen, true),
        or(notInArray(callExecutions.status, ["pending", "queued", "ongoing"]), isNotNull(callExecutions.deletedAt)),
      ),
    )
    .limit(MOST);
  const left = await Promise.all(rows.map(async ({ voice }) => !(await hangUp(runContext, voice))));
  return left.some(Boolean) || rows.length === MOST ? continueAfter(AGAIN_MS) : DONE;
}

/** Whether nothing more is to be done about it. */
async function hangUp(
  { db, send, now, line }: Parameters<typeof hangUpLeft>[0],
  { callId, mark, provider, dialedAt, hangUps, ...voice }: VoiceCallRow,
): Promise<boolean> {
  const set = (change: Partial<VoiceCallRow>) =>
    db
      .update(voiceCalls)
      .set(change)
      .where(and(eq(voiceCalls.callId, callId), eq(voiceCalls.mark, mark)));
  if (!line || line.provider !== provider || hangUps >= MAX_HANG_UPS) {
    await set({ isOpen: false });
    return true;
  }
  const adapter = voiceProviders[provider];
  const found = voice.providerCallId
    ? ({ ok: true, value: { id: voice.providerCallId } } as const)
    : await adapter.find(line, mark, dialedAt, { send });
  if (found.ok && found.value === null) {
    // It may still appear at the provider; nothing else can be done about it.
    const isPast = now().getTime() - dialedAt.getTime() > LOOK_MS;
    if (isPast) await set({ isOpen: false });
    return isPast;
  }
  const ended = found.ok && found.value ? await adapter.hangUp(line, found.value.id, { send }) : found;
  await set(ended.ok ? { isOpen: false, providerCallId: voice.providerCallId } : { hangUps: hangUps + 1 });
  return ended.ok;
}
