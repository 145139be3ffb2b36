// What keeping a call costs: processor time of writing it to the journal and of having it forgotten. And how fast a start takes in
// what a killed server has left.
//   npx tsx bench/journal.ts [calls]
import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Journal } from "@/lib/embedded/journal";
import type { LedgerEntry } from "@/lib/gateway/money/ledger-entry";
import { median } from "./client";

const calls = Number(process.argv[2] ?? 100_000);
const ROUNDS = 5;
/** Calls that wait for the ledger at a time: those of 300 ms, at a thousand a second. */
const WAITING = 300;
/** No process has this number. */
const ENDED = 2 ** 22 + 1;

const entry = (): LedgerEntry => ({
  id: crypto.randomUUID(),
  kind: "call",
  requestId: `req_${crypto.randomUUID().replaceAll("-", "")}`,
  organizationId: crypto.randomUUID(),
  keyId: crypto.randomUUID(),
  user: "ann@example.com",
  requestedModel: "openai/gpt-4.1-mini",
  provider: "openai",
  model: "gpt-4.1-mini",
  inputTokens: 1_234,
  cachedInputTokens: 1_024,
  cacheWriteTokens: 0,
  outputTokens: 567,
  isEstimated: false,
  cost: 1_401,
  priceVersion: "built-in-2025-10",
  isManaged: true,
  at: Date.now(),
  isCounted: true,
  life: null,
});

const entries = Array.from({ length: 1_000 }, entry);
const folder = await mkdtemp(join(tmpdir(), "assay-bench-journal-"));
const open = () => new Journal<LedgerEntry>({ folder, warn: (sentence) => process.stderr.write(`${sentence}\n`) });

/** Microseconds of processor time a call, of all threads. */
async function keepAll(): Promise<number> {
  const journal = open();
  const waiting: (() => void)[] = [];
  const begin = process.cpuUsage();
  for (let index = 0; index < calls; index += 1) {
    const kept = entries[index % entries.length];
    if (kept) waiting.push(journal.keep(kept));
    if (waiting.length > WAITING) waiting.shift()?.();
  }
  const { user, system } = process.cpuUsage(begin);
  for (const release of waiting) release();
  await journal.close();
  return (user + system) / calls;
}

async function replayAll(): Promise<number> {
  const journal = open();
  for (let index = 0; index < calls; index += 1) journal.keep(entries[index % entries.length] ?? entry());
  for (const name of await readdir(folder))
    await rename(join(folder, name), join(folder, name.replace(/^\d+/, `${ENDED}`)));
  const begin = performance.now();
  const count = await journal.replay(async () => undefined);
  return count / (performance.now() - begin);
}

try {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await keepAll());
  const figures = rounds.map((micros) => micros.toFixed(1)).join(", ");
  process.stdout.write(`keeping a call: ${median(rounds).toFixed(1)} µs of processor time (${figures})\n`);
  process.stdout.write(
    `reading what was left: ${(await replayAll()).toFixed(0)} calls a millisecond, without the database\n`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
