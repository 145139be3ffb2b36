// The load generator, a process of its own: does the jobs it is sent, one after the other, and checks every answer.
import { setTimeout as wait } from "node:timers/promises";
import { type Dispatcher, Pool } from "undici";
import { flawOf, question } from "./conversation";

export interface Job {
  url: string;
  headers: Record<string, string>;
  model: string;
  isStream: boolean;
  seconds: number;
  /** In a closed loop, requests under way at any time; otherwise started each second, come what may. */
  load: { connections: number } | { perSecond: number };
}

export interface Outcome {
  requests: number;
  perSecond: number;
  /** From sending to the last byte, in milliseconds. */
  p50: number;
  p99: number;
  /** From sending to the first byte of the body, the median in milliseconds. */
  firstByte: number;
  wrong: number;
  /** What was wrong with the first wrong answer. */
  flaw: string | null;
}

async function run(job: Job): Promise<Outcome> {
  const { origin, pathname } = new URL(job.url);
  const connections = "connections" in job.load ? job.load.connections : 256;
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const headers = { ...job.headers, "content-type": "application/json" };
  const call = { path: pathname, method: "POST" as const, headers, body: question(job.model, job.isStream) };
  const tally: Tally = { times: [], firstBytes: [], wrong: 0, flaw: null };
  const start = performance.now();
  await underLoad(job, start, () => callOnce(pool, call, job.isStream, tally));
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  const { wrong, flaw } = tally;
  const times = tally.times.toSorted((left, right) => left - right);
  const firstBytes = tally.firstBytes.toSorted((left, right) => left - right);
  const at = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    requests: times.length,
    perSecond: times.length / seconds,
    p50: at(times, 0.5),
    p99: at(times, 0.99),
    firstByte: at(firstBytes, 0.5),
    wrong,
    flaw,
  };
}

/** What the calls of a job have shown so far, in milliseconds. */
interface Tally {
  times: number[];
  firstBytes: number[];
  wrong: number;
  flaw: string | null;
}

function callOnce(pool: Pool, call: Dispatcher.DispatchOptions, isStream: boolean, tally: Tally): Promise<void> {
  return new Promise<void>((done) => {
    const start = performance.now();
    let status = 0;
    let body = "";
    const fail = (reason: string) => {
      tally.wrong++;
      tally.flaw ??= reason;
    };
    pool.dispatch(call, {
      onConnect: () => undefined,
      onHeaders: (code) => {
        status = code;
        return true;
      },
      onData: (chunk) => {
        if (body === "") tally.firstBytes.push(performance.now() - start);
        body += chunk.toString("latin1"); // what is said is ASCII
        return true;
      },
      onComplete: () => {
        tally.times.push(performance.now() - start);
        const found = flawOf(status, body, isStream);
        if (found) fail(found);
        done();
      },
      onError: (error) => {
        fail(error.message);
        done();
      },
    });
  });
}

/** Calls as the job's load says, until its time is over. */
async function underLoad({ load, seconds }: Job, start: number, call: () => Promise<void>): Promise<void> {
  if ("connections" in load) {
    const end = start + seconds * 1000;
    const loop = async () => {
      while (performance.now() < end) await call();
    };
    await Promise.all(Array.from({ length: load.connections }, loop));
    return;
  }
  const calls: Promise<void>[] = [];
  const total = seconds * load.perSecond;
  while (calls.length < total) {
    const due = Math.min(total, ((performance.now() - start) / 1000) * load.perSecond);
    while (calls.length < due) calls.push(call());
    await wait(1);
  }
  await Promise.all(calls);
}

// An answer that cannot be read at all fails the job as well.
process.on("message", (job: Job) =>
  run(job).then(
    (outcome) => process.send?.(outcome),
    (error) => process.send?.({ requests: 0, wrong: 1, flaw: String(error) }),
  ),
);
