// Annotators through a whole queue over HTTP, with clients that die in mid-item and a server that is killed half way, and an
// account of what came of it.
//   npx tsx bench/dying-clients.ts [items] [annotators] [annotations per item] [share that dies] [times the server is killed]
// A client dies at a random moment: with an item in hand, or in the middle of a submit or a complete, whose answer it never
// sees. Its annotator comes back with another client. As large a share of the annotators, at least one, leaves for good with
// an item in hand: it goes to others when its reservation has run out. The server is killed while it folds, with a request of
// each annotator on its way, and started again on the same data.

import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { fold } from "@/lib/annotation/reports/fold";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { logIgnored } from "@/lib/error-report";
import { bearer, type Credentials, createCredentials } from "@/lib/http/testing/api";
import { ask } from "./client";
import { startEnvironment } from "./environment";
import { out } from "./print";

const items = Number(process.argv[2] ?? 20_000);
const people = Number(process.argv[3] ?? 64);
const required = Number(process.argv[4] ?? 3);
const share = Number(process.argv[5] ?? 0.05);
const kills = Number(process.argv[6] ?? 1);
const RESERVATION_MINUTES = 1;

interface NextItem {
  result: { item: { id: string } | null };
}

const environment = await startEnvironment();
try {
  const { db } = environment;
  const organization = await createOrganization(db);
  const credentials = await Promise.all(
    Array.from({ length: people }, () => createCredentials(db, "Member", organization)),
  );
  const manager = await createCaller(db, organization, "Owner");
  const queue = await createTestQueue(manager, organization, {
    items,
    annotators: credentials.map(({ userId }) => ({ ...manager, caller: { ...manager.caller, userId } })),
    annotationsRequired: required,
    reservationMinutes: RESERVATION_MINUTES,
  });
  const server = await environment.serve("assay-server.ts");
  const owner = await createCredentials(db, "Owner", organization);
  const path = `${server}/model-hub/annotation-queues/${queue.queue_id}`;
  const base = `${path}/items`;
  const tally = { answered: 0, died: 0, left: 0, twice: 0, cut: 0 };
  const goal = items * required;
  let isDown = false;
  const leaving = Math.max(1, Math.round(people * share));

  async function annotator(credential: Credentials, index: number): Promise<void> {
    const headers = bearer(credential);
    const leavesAfter = index < leaving ? Math.random() * (goal / people / 2) : Number.POSITIVE_INFINITY;
    const done = new Set<string>();
    for (let taken = 0; ; taken++) {
      const isDone = await loop(taken).catch(async (error) => {
        if (!isDown) throw error;
        tally.cut++;
        while (isDown) await wait(100);
        return false;
      });
      if (isDone) return;
    }

    /** Whether the annotator is done with the queue. */
    async function loop(taken: number): Promise<boolean> {
      const { result } = await ask<NextItem>("GET", `${base}/next-item/`, headers);
      if (!result.item) {
        const { status } = await ask<{ status: string }>("GET", `${path}/`, headers);
        if (status === "completed") return true;
        await wait(500); // others hold what is left
        return false;
      }
      if (taken >= leavesAfter) {
        tally.left++;
        return true;
      }
      const item = `${base}/${result.item.id}`;
      const annotations = [{ label_id: queue.labelId, value: { rating: 1 + (taken % 5) } }];
      const death = Math.random() < share ? Math.floor(Math.random() * 3) : -1;
      if (death === 0) tally.died++;
      else if (death === 1) await dieIn(`${item}/annotations/submit/`, headers, { annotations });
      else {
        await ask("POST", `${item}/annotations/submit/`, headers, { annotations });
        if (death === 2) await dieIn(`${item}/complete/`, headers, {});
        else {
          await ask("POST", `${item}/complete/`, headers);
          if (done.has(item)) tally.twice++;
          done.add(item);
          tally.answered++;
        }
      }
      return false;
    }
  }

  /** Sends a request and disconnects before the answer. */
  function dieIn(url: string, headers: Record<string, string>, body: object): Promise<void> {
    tally.died++;
    return new Promise((resolve) => {
      const text = JSON.stringify(body);
      const call = request(url, {
        method: "POST",
        agent: false,
        headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(text) },
      });
      call.on("error", () => {});
      call.on("close", () => resolve());
      call.end(text);
      setTimeout(() => call.destroy(), Math.random() * 30);
    });
  }

  /** Kills the server, at even intervals, while it processes the pending updates. */
  async function killInBetween(): Promise<void> {
    for (let kill = 1; kill <= kills; kill++) {
      while (tally.answered < (goal * kill) / (kills + 1)) await wait(50);
      const folding = ask("GET", `${path}/progress/`, bearer(owner)).catch(
        logIgnored("fold while the server is killed"),
      );
      await wait(30 + Math.random() * 100);
      isDown = true;
      await environment.replace(server);
      await folding;
      isDown = false;
    }
  }

  const start = performance.now();
  const progress = setInterval(() => out(`${tally.answered + tally.died} of ${goal}`), 60_000);
  await Promise.all([...credentials.map(annotator), killInBetween()]);
  clearInterval(progress);
  const seconds = (performance.now() - start) / 1000;

  while ((await fold(db, queue.queue_id)) > 0);
  const [found] = await db.execute<Record<string, number>>(sql`
    with each_item as (
      select item.id, item.status, item.open_seats,
        (select count(*) from item_seats as seat where seat.item_id = item.id and seat.state = 'completed') as completed,
        (select count(*) from scores as score where score.queue_item_id = item.id and score.deleted_at is null) as scored,
        (select count(distinct annotator_id) from scores as score
          where score.queue_item_id = item.id and score.deleted_at is null) as people
      from queue_items as item where item.queue_id = ${queue.queue_id} and item.deleted_at is null)
    select count(*)::int as items, sum(completed)::int as completions, max(completed)::int as most_a_item,
      min(completed)::int as fewest_a_item, count(*) filter (where status <> 'completed')::int as not_completed,
      count(*) filter (where scored <> people)::int as twice_by_one_person,
      count(*) filter (where scored <> completed)::int as scores_without_completion,
      (select sum(sum)::int from figures(${queue.queue_id}) where figure = 'items' and key = 'completed') as counted_items,
      (select sum(sum)::int from figures(${queue.queue_id}) where figure = 'annotator' and key = 'completed') as counted_completions
    from each_item`);
  out(`${people} annotators, ${items} items, ${required} each: ${seconds.toFixed(0)} s`);
  out(
    `clients: ${tally.answered} loops answered, ${tally.died} died in mid-item, ${tally.cut} cut off in ${kills} deaths of the server, ${tally.left} annotators left for good`,
  );
  out(JSON.stringify(found));
  const exact =
    found?.completions === goal &&
    found.most_a_item === required &&
    found.fewest_a_item === required &&
    found.not_completed === 0 &&
    found.twice_by_one_person === 0 &&
    tally.twice === 0 &&
    found.counted_items === items &&
    found.counted_completions === goal;
  out(exact ? `exactly ${goal} completions` : "WRONG");
  process.exitCode = exact ? 0 : 1;
} finally {
  await environment.stop();
}
