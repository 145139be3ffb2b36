import { createHash } from "node:crypto";
import { connection } from "@/db/client";
import { turn } from "@/lib/bounds/turn";
import { callSpan, type TracedCall } from "@/lib/gateway/record/call-span";
import type { CompletedCall, Recorder } from "@/lib/gateway/record/watch-call";
import { CallBuffer } from "./call-buffer";
import { storeCalls } from "./store-calls";

/** Of a call's input and output each. */
const CONTENT_CHARACTERS = 1_000_000;
/** How much is made into spans before everybody else has a turn: a few milliseconds' work. */
const SLICE = { calls: 100, characters: 250_000 };

/** Records calls in this process's database. */
export function createCallRecorder(): { recorder: Recorder; drain(): Promise<void> } {
  const buffer = new CallBuffer<CompletedCall>({
    store: async (calls) => storeCalls(connection().db, await spansOf(calls)),
    warn: (sentence) => void process.stderr.write(`gateway: ${sentence}\n`),
  });
  const take = (call: CompletedCall) => buffer.add(call);
  return {
    recorder: { begin: () => take },
    /** Writes what has been handed over; gives up at the first failure. */
    drain: () => buffer.drain(),
  };
}

async function spansOf(calls: readonly CompletedCall[]): Promise<TracedCall[]> {
  const spans: TracedCall[] = [];
  let characters = 0;
  for (const call of calls) {
    spans.push(await callSpan(call, CONTENT_CHARACTERS, sha256));
    characters += call.characters;
    if (spans.length % SLICE.calls > 0 && characters < SLICE.characters) continue;
    await turn();
    characters = 0;
  }
  return spans;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
