// Runs that have been started and not seen to their end: a command that is killed and started again goes on with the same run.
import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { whenNoFile } from "@/lib/rejections";
import { settingsFolder, writePrivately } from "../settings";

/** After this time a command begins a new run. */
const KEPT_MS = 24 * 3_600_000;

const record = z.object({ nonce: z.string().min(1).max(100), started_at: z.iso.datetime() });

export interface OpenRun {
  /** Names the run to the server, which starts one run a name. */
  nonce: string;
  isResumed: boolean;
  /** Once the run has ended. */
  forget(): Promise<void>;
}

/** The open run of this key, or a new one that is remembered before it starts. */
export async function openRun(key: string): Promise<OpenRun> {
  const path = join(settingsFolder(), "runs", `${key}.json`);
  const forget = () => rm(path, { force: true });
  const known = await readRecord(path);
  if (known) return { nonce: known.nonce, isResumed: true, forget };
  const nonce = randomUUID();
  await writePrivately(path, `${JSON.stringify({ nonce, started_at: new Date().toISOString() })}\n`);
  return { nonce, isResumed: false, forget };
}

async function readRecord(path: string): Promise<z.infer<typeof record> | null> {
  const text = await readFile(path, "utf8").catch(whenNoFile(() => null));
  if (text === null) return null;
  const read = record.safeParse(jsonIn(text));
  // What a crash of the machine has left broken names no run.
  if (!read.success) return null;
  return Date.now() - Date.parse(read.data.started_at) < KEPT_MS ? read.data : null;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** With a name of the build, another machine goes on with the same run, and nothing is remembered here. */
export const buildRun = (build: string): OpenRun => ({ nonce: build, isResumed: false, forget: async () => undefined });
