import { eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { voiceCalls } from "@/db/schema";

export type VoiceCallRow = typeof voiceCalls.$inferSelect;

/** The stored data of phone calls, by call id. */
export async function voiceCallsOf(db: Database, callIds: readonly string[]): Promise<Map<string, VoiceCallRow>> {
  if (callIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(voiceCalls)
    .where(inArray(voiceCalls.callId, [...callIds]));
  return new Map(rows.map((row) => [row.callId, row]));
}

export async function voiceCallOf(db: Database, callId: string): Promise<VoiceCallRow | null> {
  const [row] = await db.select().from(voiceCalls).where(eq(voiceCalls.callId, callId));
  return row ?? null;
}
