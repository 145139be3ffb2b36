// Everything at once for as long as you like: people at the desk, calls of a gateway, spans, runs and exports, at 70 % of what the
// server can do. Prints each minute what was done, how long it took and the server's memory; and at the end how memory went on after
// ten minutes, how many records of calls were dropped, and whether ledger, annotations and spans are what was acknowledged.
//   npx tsx bench/mixed.ts [minutes] [items a minute]
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { gatewaySettings } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { bindTestEval, createTestDataset } from "@/lib/evaluation/runs/testing";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { ask, download } from "./client";
import { startEnvironment } from "./environment";
import { timedRun } from "./evaluation/runs";
import { out } from "./print";
import { memoryOf } from "./processes/process-memory";
import { exportOf, traceSpans } from "./traces/spans";

const minutes = Number(process.argv[2] ?? 60);
const itemsAMinute = Number(process.argv[3] ?? 1200);
const LOAD = 0.7;
// Long enough for what waits to be written to be full.
const CAPACITY_MS = 60_000;
/** Memory is compared with what it was then. */
const SETTLED_MINUTES = 10;
const PEOPLE = 16;
const CLIENTS = 16;
const EXPORTERS = 2;
const TRACES_AT_ONCE = 20;
const ROWS_OF_A_RUN = 200;
const SETTLE_MS = 60_000;

interface Kind {
  workers: number;
  /** A second, of all workers; unlimited while null. */
  rate: number | null;
  work: (worker: number) => Promise<void>;
  done: number;
  /** Milliseconds of each in the running minute. */
  times: number[];
}

const environment = await startEnvironment();
const failures: string[] = [];
try {
  const { db } = environment;
  // The load is what limits the calls, before the first of which the server reads this.
  const config = { rate_limiting: { global_rpm: 10_000_000 } };
  await db.insert(gatewaySettings).values({ version: 1, config, origin: "config", active: true });
  const organization = await createOrganization(db);
  const owner = await createCaller(db, organization, "Owner");
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => createCredentials(db, "Member", organization)));
  const annotators = people.map((person) => ({ ...owner, caller: { ...owner.caller, userId: person.userId } }));
  const items = Math.ceil(itemsAMinute * (minutes + 2));
  out(`${minutes} minutes, a queue of ${items} items`);
  const queue = await createTestQueue(owner, organization, { items, annotators });
  const admin = bearer(await createCredentials(db, "Admin", organization));
  const texts = await createTestDataset(owner, ROWS_OF_A_RUN, (row) => `an answer of some words ${row}`);
  const binding = await bindTestEval(owner, texts, idOfName("bleu_score"), {
    name: "bleu",
    config: { mapping: { reference: "question", hypothesis: "answer" } },
  });
  const address = await environment.serve("assay-jobs-server.ts");
  const path = `${address}/model-hub/annotation-queues/${queue.queue_id}`;

  interface Next {
    result: { item: { id: string } | null };
  }
  const desk = async (worker: number): Promise<void> => {
    const mine = bearer(people[worker] ?? people[0] ?? fail());
    const { item } = (await ask<Next>("GET", `${path}/items/next-item/`, mine)).result;
    if (!item) return fail("The queue ran out of items.");
    await ask("GET", `${path}/items/${item.id}/annotate-detail/`, mine);
    const annotations = [{ label_id: queue.labelId, value: { rating: 4 } }];
    const whole = { annotations, complete: true, mutation_id: randomUUID() };
    await ask("POST", `${path}/items/${item.id}/annotations/submit/`, mine, whole);
  };
  const chat = { model: "sandbox/echo", messages: [{ role: "user", content: "How long does a letter take to Oslo?" }] };
  const call = async (): Promise<void> => {
    await ask("POST", `${address}/v1/chat/completions`, admin, chat);
  };
  let traces = 0;
  const spans = async (): Promise<void> => {
    const batch = Array.from({ length: TRACES_AT_ONCE }, () => traceSpans(traces++, Date.now())).flat();
    await ask("POST", `${address}/tracer/v1/traces`, admin, exportOf(batch));
  };

  const kind = (workers: number, rate: number | null, work: Kind["work"]): Kind => ({
    workers,
    rate,
    work,
    done: 0,
    times: [],
  });
  const kinds = {
    "items annotated": kind(PEOPLE, itemsAMinute / 60, desk),
    "gateway calls": kind(CLIENTS, null, call),
    "batches of spans": kind(EXPORTERS, null, spans),
  };
  let isOver = false;
  const running = Object.entries(kinds).flatMap(([name, each]) =>
    Array.from({ length: each.workers }, (_, worker) => repeat(name, each, worker, () => isOver)),
  );

  await wait(CAPACITY_MS);
  for (const each of Object.values(kinds)) each.rate ??= (LOAD * each.done * 1000) / CAPACITY_MS;
  out(
    `at ${LOAD * 100} % of what it did in ${CAPACITY_MS / 1000} s: ${Object.entries(kinds)
      .map(([name, { rate }]) => `${rate?.toFixed(0)} ${name} a second`)
      .join(", ")}`,
  );

  const pid = environment.pidOf(address);
  let runs = 0;
  const memory: number[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    const before = new Map(Object.entries(kinds).map(([name, { done }]) => [name, done]));
    const next = wait(60_000);
    await timedRun({ address, credentials: admin }, texts, [binding], { at_once: 5 }).catch(note("run"));
    runs++;
    await download(`${path}/export/?export_format=csv`, admin).catch(note("export"));
    await next;
    const parts = Object.entries(kinds).map(([name, each]) => {
      const times = each.times.splice(0).toSorted((one, other) => one - other);
      const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(0) ?? "-";
      return `${each.done - (before.get(name) ?? 0)} ${name} (${at(0.5)} and ${at(0.99)} ms)`;
    });
    const { nowMb } = await memoryOf(pid);
    memory.push(nowMb);
    out(`minute ${minute}: ${parts.join(", ")}; ${nowMb.toFixed(0)} MB; ${failures.length} failures`);
  }
  isOver = true;
  await Promise.all(running);

  const counts = async () => {
    const [row] = await db.execute<{ calls: number; spans: number; completed: number }>(sql`select
      (select count(*)::int from gateway_ledger where kind = 'call') as calls,
      (select count(*)::int from spans where name like 'answer %') as spans,
      (select count(*)::int from item_seats where state = 'completed') as completed`);
    return row ?? fail();
  };
  const expected = { calls: kinds["gateway calls"].done, spans: traces, completed: kinds["items annotated"].done };
  const end = performance.now() + SETTLE_MS;
  let found = await counts();
  while (JSON.stringify(found) !== JSON.stringify(expected) && performance.now() < end) {
    await wait(500);
    found = await counts();
  }
  out(`${runs} runs and exports; acknowledged ${JSON.stringify(expected)}, stored ${JSON.stringify(found)}`);
  const [lost] = await db.execute<{ dropped: number }>(
    sql`select coalesce(sum(dropped), 0)::int as dropped from record_losses`,
  );
  const later = memory.slice(SETTLED_MINUTES);
  const range = `${Math.min(...later).toFixed(0)} to ${Math.max(...later).toFixed(0)} MB`;
  if (later.length > 0)
    out(`memory after ${SETTLED_MINUTES} minutes: ${range}, at the end ${later.at(-1)?.toFixed(0)} MB`);
  out(`${lost?.dropped} records of calls were dropped`);
  for (const failure of failures.slice(0, 20)) out(failure);
  if (failures.length > 0 || JSON.stringify(found) !== JSON.stringify(expected)) process.exitCode = 1;
} finally {
  await environment.stop();
}

function note(what: string): (error: unknown) => void {
  return (error) => void failures.push(`${what}: ${error}`);
}

function fail(sentence = "This cannot be."): never {
  throw new Error(sentence);
}

/** Works at the kind's rate, each worker at its own turn. */
async function repeat(name: string, kind: Kind, worker: number, isOver: () => boolean): Promise<void> {
  let next = performance.now() + Math.random() * 1000;
  while (!isOver()) {
    if (kind.rate !== null) {
      const now = performance.now();
      if (now < next) {
        await wait(Math.min(500, next - now));
        continue;
      }
      // After a stall it does not catch up: people do not either.
      next = Math.max(next + (kind.workers * 1000) / kind.rate, now);
    }
    const begin = performance.now();
    try {
      await kind.work(worker);
      kind.done++;
      kind.times.push(performance.now() - begin);
    } catch (error) {
      failures.push(`${name}: ${error}`);
      await wait(1000);
    }
  }
}
