// The annotator's loop (next-item, submit, complete) against the least server over the least schema, in interleaved rounds.
//   npx tsx bench/annotation-loop.ts [items] [rounds]
import { sql } from "drizzle-orm";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { ask, median, perSecond } from "./client";
import { startEnvironment } from "./environment";

const items = Number(process.argv[2] ?? 20_000);
const rounds = Number(process.argv[3] ?? 3);
const SECONDS = 4;
const out = (line: string) => process.stdout.write(`${line}\n`);

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
  const [least, assay] = [await environment.serve("least-server.ts"), await environment.serve("assay-server.ts")];
  const base = `${assay}/model-hub/annotation-queues/${queue.queue_id}/items`;
  const held = new Map<string, unknown>();

  const leastLoop = (worker: number) => leastStep(worker);
  async function leastStep(annotator: number): Promise<void> {
    const key = `least ${annotator}`;
    const item = held.get(key) ?? (await ask<{ item: number | null }>("POST", `${least}/next`, {}, { annotator })).item;
    if (item === null) throw new Error("the least server ran out of items");
    await ask("POST", `${least}/submit`, {}, { annotator, item, value: 4 });
    held.set(key, (await ask<{ item: number | null }>("POST", `${least}/complete`, {}, { annotator, item })).item);
  }

  const headers = people.map(bearer);
  async function assayLoop(worker: number): Promise<void> {
    const key = `assay ${worker}`;
    const mine = headers[worker] ?? {};
    type Next = { result: { item: { id: string } | null } };
    const item = held.get(key) ?? (await ask<Next>("GET", `${base}/next-item/`, mine)).result.item?.id;
    if (!item) throw new Error("Assay ran out of items: ask for more");
    const annotations = [{ label_id: queue.labelId, value: { rating: 4 } }];
    await ask("POST", `${base}/${item}/annotations/submit/`, mine, { annotations });
    type Completed = { result: { next_item: { id: string } | null } };
    held.set(key, (await ask<Completed>("POST", `${base}/${item}/complete/`, mine)).result.next_item?.id);
  }

  out(`The annotator's loop, ${items} items, ${rounds} rounds of ${SECONDS} s, medians`);
  for (const workers of [16, 64]) {
    const rates = { least: [] as number[], assay: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      rates.least.push(await perSecond(workers, SECONDS, leastLoop));
      rates.assay.push(await perSecond(workers, SECONDS, assayLoop));
    }
    const [left, right] = [median(rates.least), median(rates.assay)];
    out(
      `${workers} annotators: least ${left.toFixed(0)} loops/s, Assay ${right.toFixed(0)} loops/s, ratio ${(right / left).toFixed(2)}`,
    );
  }
} finally {
  await environment.stop();
}
