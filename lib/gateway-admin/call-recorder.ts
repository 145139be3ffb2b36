import { createHash } from "node:crypto";
import { connection } from "@/db/client";
import { turn } from "@/lib/bounds/turn";
import { env } from "@/lib/env";
import { type RecordedRequest, recordOf } from "@/lib/gateway/record/record-of";
import type { CompletedRequest, Recorder } from "@/lib/gateway/record/recorder";
import { log } from "@/lib/observe/log";
import { CallBuffer } from "./call-buffer";
import { createExporter } from "./otlp/exporter";
import { RecordLosses } from "./requests/record-losses";
import { storeRequests } from "./requests/store-requests";

/** Of a call's input and output each. */
const CONTENT_CHARACTERS = 1_000_000;
/** How much is made into spans before everybody else has a turn: a few milliseconds' work. */
const SLICE = { calls: 100, characters: 250_000 };

const warn = (sentence: string) => log("warn", `gateway: ${sentence}`);

const losses = new RecordLosses();
/** How many requests this process did not record, because the database did not store them in time. */
export const droppedRequests = (): number => losses.total;

let buffers: readonly CallBuffer<CompletedRequest>[] = [];
/** How many requests that ended in this process are not recorded yet. */
export const recordsWaiting = (): number => buffers.reduce((sum, { size }) => sum + size, 0);

/** Records requests in this process's database, and sends them to a collector if one is configured. */
export function createCallRecorder(): { recorder: Recorder; drain(): Promise<void> } {
  const buffer = new CallBuffer<CompletedRequest>({
    store: async (requests) => {
      const { db } = connection();
      const refusals = await storeRequests(db, await recordsOf(requests));
      await losses.store(db, new Date());
      return refusals;
    },
    warn,
    countLost: ({ organizationId }) => losses.add(organizationId),
  });
  buffers = [...buffers, buffer];
  const exporter = createExporter(env(), warn);
  const take = (request: CompletedRequest) => {
    buffer.add(request);
    exporter?.add(request);
  };
  return {
    recorder: { begin: () => take },
    /** Writes the requests that were handed over; stops at the first failure. */
    async drain() {
      await Promise.all([buffer.drain(), exporter?.drain()]);
      buffers = buffers.filter((other) => other !== buffer);
    },
  };
}

async function recordsOf(requests: readonly CompletedRequest[]): Promise<RecordedRequest[]> {
  const records: RecordedRequest[] = [];
  let characters = 0;
  for (const request of requests) {
    records.push(await recordOf(request, CONTENT_CHARACTERS, sha256));
    characters += request.characters;
    if (records.length % SLICE.calls > 0 && characters < SLICE.characters) continue;
    await turn();
    characters = 0;
  }
  return records;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
