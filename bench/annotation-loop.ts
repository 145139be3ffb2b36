// The annotator's loop (submit, complete, which hands out the next item) and the desk's (take up, claim ahead, look ahead,
// submit as complete) against the least server over the least schema, in interleaved rounds; and how often each asks PostgreSQL.
//   npx tsx bench/annotation-loop.ts [items] [rounds]
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { ask, median, perSecond } from "./client";
import { countDatabase } from "./counted-database";
import { startEnvironment } from "./environment";
import { out } from "./print";

const items = Number(process.argv[2] ?? 20_000);
const rounds = Number(process.argv[3] ?? 3);
const SECONDS = 4;
const WARM_UP = 50;
const MEASURED_LOOPS = 200;

const environment = await startEnvironment();
try {
  const { db } = environment;
  await db.execute(sql`create table least_items (id int primary key, status int not null default 0, holder int)`);
  await db.execute(sql`create index least_free on least_items (id) where status = 0`);
  await db.execute(sql`create table least_scores (item int, annotator int, value int, primary key (item, annotator))`);
  await db.execute(sql`insert into least_items (id) select generate_series(1, ${items * 20}::int)`);
  const organization = await createOrganization(db);
  const people = await Promise.all(Array.from({ length: 64 }, () => createCredentials(db, "Member", organization)));
  const manager = await createCaller(db, organization, "Owner");
  const annotators = people.map((person) => ({ ...manager, caller: { ...manager.caller, userId: person.userId } }));
  const queue = await createTestQueue(manager, organization, { items, annotators });
  const [least, assay] = [await environment.serve("least/server.ts"), await environment.serve("assay-server.ts")];
  const path = `/model-hub/annotation-queues/${queue.queue_id}/items`;
  const reserved = new Map<string, unknown>();

  const leastLoop = (worker: number) => leastStep(worker);
  async function leastStep(annotator: number): Promise<void> {
    const key = `least ${annotator}`;
    const item =
      reserved.get(key) ?? (await ask<{ item: number | null }>("POST", `${least}/next`, {}, { annotator })).item;
    if (item === null) throw new Error("the least server ran out of items");
    await ask("POST", `${least}/submit`, {}, { annotator, item, value: 4 });
    reserved.set(key, (await ask<{ item: number | null }>("POST", `${least}/complete`, {}, { annotator, item })).item);
  }

  const headers = people.map(bearer);
  const annotations = [{ label_id: queue.labelId, value: { rating: 4 } }];
  interface Next {
    result: { item: { id: string } | null };
  }
  const idOf = (item: { id: string } | null): string => {
    if (!item) throw new Error("Assay ran out of items: ask for more");
    return item.id;
  };

  const assayLoop = (server: string) => async (worker: number) => {
    const base = `${server}${path}`;
    const key = `${server} ${worker}`;
    const mine = headers[worker] ?? {};
    const item = reserved.get(key) ?? idOf((await ask<Next>("GET", `${base}/next-item/`, mine)).result.item);
    await ask("POST", `${base}/${item}/annotations/submit/`, mine, { annotations });
    type Completed = { result: { next_item: { id: string } | null } };
    const { result } = await ask<Completed>("POST", `${base}/${item}/complete/`, mine);
    reserved.set(key, idOf(result.next_item));
  };

  // One item is at hand and the next one is held ahead, with its form loaded, as at the desk.
  const deskLoop = (server: string) => async (worker: number) => {
    const base = `${server}${path}`;
    const key = `desk ${server} ${worker}`;
    const mine = headers[worker] ?? {};
    const item = reserved.get(key) ?? idOf((await ask<Next>("GET", `${base}/next-item/`, mine)).result.item);
    await ask("GET", `${base}/${item}/annotate-detail/?reserve=true`, mine);
    const query = `ahead=true&include_skipped=false&exclude=${item}`;
    const next = idOf((await ask<Next>("GET", `${base}/next-item/?${query}`, mine)).result.item);
    await ask("GET", `${base}/${next}/annotate-detail/?reserve=false`, mine);
    const whole = { annotations, complete: true, mutation_id: randomUUID() };
    await ask("POST", `${base}/${item}/annotations/submit/`, mine, whole);
    reserved.set(key, next);
  };

  /** What a loop asks of PostgreSQL, once the server has prepared its statements and remembers what it may. */
  const countedDatabase = await countDatabase(environment.databaseUrl);
  const countedServer = await environment.serve("assay-server.ts", { DATABASE_URL: countedDatabase.url });
  for (const [name, loop] of [
    ["submit and complete", assayLoop(countedServer)],
    ["the desk's loop", deskLoop(countedServer)],
  ] as const) {
    for (let count = 0; count < WARM_UP; count++) await loop(0);
    const before = { ...countedDatabase.counts };
    for (let count = 0; count < MEASURED_LOOPS; count++) await loop(0);
    const [statements, roundTrips] = (["statements", "roundTrips"] as const).map(
      (what) => (countedDatabase.counts[what] - before[what]) / MEASURED_LOOPS,
    );
    out(`${name}: ${statements?.toFixed(1)} statements in ${roundTrips?.toFixed(1)} round trips to PostgreSQL`);
  }
  countedDatabase.stop(); // or this process would wait for it

  out(`The annotator's loop, ${items} items, ${rounds} rounds of ${SECONDS} s, medians`);
  const loops = { least: leastLoop, assay: assayLoop(assay), desk: deskLoop(assay) };
  for (const workers of [16, 64]) {
    const rates = { least: [] as number[], assay: [] as number[], desk: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      for (const name of ["least", "assay", "desk"] as const) {
        rates[name].push(await perSecond(workers, SECONDS, loops[name]));
      }
    }
    const [least, plain, desk] = [median(rates.least), median(rates.assay), median(rates.desk)];
    const over = (rate: number) => `${rate.toFixed(0)} loops/s, ratio ${(rate / least).toFixed(2)}`;
    out(`${workers} annotators: least ${least.toFixed(0)} loops/s; Assay ${over(plain)}; the desk's ${over(desk)}`);
  }
} finally {
  await environment.stop();
}
