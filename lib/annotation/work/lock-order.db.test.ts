// A queue's row is locked before its items. So an action and a change of the queue's settings never wait for each other.
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { itemSeats, queueItems } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { removeMember } from "@/lib/accounts/members";
import { setGold } from "@/lib/annotation/checks/gold";
import { bulkRemoveItems } from "@/lib/annotation/contents/items";
import { updateItem } from "@/lib/annotation/contents/single-item";
import { reopenThread, resolveThread } from "@/lib/annotation/discussion/discussions";
import { updateQueue } from "@/lib/annotation/queues/queues";
import { reviewItem } from "@/lib/annotation/review/reviews";
import { undoReview } from "@/lib/annotation/review/undo-review";
import { lockQueue } from "@/lib/annotation/scope/loaders";
import { importAnnotations } from "@/lib/annotation/scores/import";
import { createScore } from "@/lib/annotation/scores/score-sources";
import { deleteScore } from "@/lib/annotation/scores/scores";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { nextItem, releaseItem } from "./claims";
import { completeItem } from "./completions";
import { skipItem } from "./skip";
import { submitAnnotations } from "./submissions";
import { undoItem } from "./undo";

const database = suiteDatabase(32);
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const itemOf = ({ queue_id, itemIds }: TestQueue, at = 0) => ({ queue_id, item_id: itemIds[at] ?? "" });
const submit = (context: Context, queue: TestQueue, at = 0) =>
  submitAnnotations(context, { ...itemOf(queue, at), annotations: [{ label_id: queue.labelId, value: 4 }] });
async function finish(context: Context, queue: TestQueue): Promise<void> {
  await submit(context, queue);
  await completeItem(context, itemOf(queue));
}
const claim = (context: Context, { queue_id }: TestQueue) => nextItem(context, { queue_id, include_completed: false });
const decide = (context: Context, queue: TestQueue, action: "approve" | "request_changes") =>
  reviewItem(context, { ...itemOf(queue), action, notes: "Look again.", label_comments: [] });

interface Desk {
  queue: TestQueue;
  annotator: Context;
  other: Context;
  reviewer: Context;
}

async function newDesk(requiresReview = false): Promise<Desk> {
  const [annotator, other, reviewer] = [await member(), await member(), await member()];
  const people = { annotators: [annotator, other], reviewers: [reviewer] };
  const queue = await createTestQueue(owner, organization, { items: 2, ...people, requiresReview });
  return { queue, annotator, other, reviewer };
}

const expireSeats = (queue: TestQueue) =>
  database.db
    .update(itemSeats)
    .set({ expiresAt: new Date(0) })
    .where(eq(itemSeats.queueId, queue.queue_id));

async function sourceOf(queue: TestQueue) {
  const [item] = await database.db
    .select()
    .from(queueItems)
    .where(eq(queueItems.id, itemOf(queue).item_id));
  return { source_type: "dataset_row" as const, source_id: item?.sourceId ?? "" };
}

async function threadOf(desk: Desk) {
  const { review_threads } = await decide(desk.reviewer, desk.queue, "request_changes");
  return { ...itemOf(desk.queue), thread_id: review_threads[0]?.id ?? "" };
}

async function scoreOf({ queue, annotator }: Desk): Promise<string> {
  await finish(annotator, queue);
  const [score] = await database.db.query.scores.findMany({
    where: (table, { eq: same }) => same(table.queueItemId, itemOf(queue).item_id),
  });
  return score?.id ?? "";
}

type Prepared = () => Promise<unknown>;

/** What happens before, and then the action that may need the queue's row. */
const actions: Record<string, (desk: Desk) => Promise<Prepared>> = {
  "completing one of the last items": async ({ queue, annotator }) => {
    await submit(annotator, queue);
    return () => completeItem(annotator, { ...itemOf(queue), claim_next: false });
  },
  "skipping an item": async ({ queue, annotator }) => {
    await submit(annotator, queue);
    return () => skipItem(annotator, { ...itemOf(queue), claim_next: false });
  },
  "releasing an item": async ({ queue, annotator }) => {
    await submit(annotator, queue);
    return () => releaseItem(annotator, itemOf(queue));
  },
  "undoing a completion": async ({ queue, annotator }) => {
    await finish(annotator, queue);
    return () => undoItem(annotator, itemOf(queue));
  },
  "deleting a score": async (desk) => {
    const id = await scoreOf(desk);
    return () => deleteScore(desk.annotator, { id });
  },
  "scoring from outside where reservations have expired": async ({ queue, annotator, other }) => {
    await updateQueue(owner, { queue_id: queue.queue_id, annotations_required: 3 });
    for (const person of [annotator, other]) await submit(person, queue);
    await expireSeats(queue);
    const source = await sourceOf(queue);
    const score = { label_id: queue.labelId, value: 4, score_source: "human" as const };
    return () => createScore(owner, { ...source, ...score, queue_item_id: itemOf(queue).item_id });
  },
  "completing by an import": async ({ queue, annotator }) => {
    await database.db.execute(sql`update queue_labels set required = true where queue_id = ${queue.queue_id}`);
    const annotator_id = annotator.caller.userId;
    return () =>
      importAnnotations(owner, {
        ...itemOf(queue),
        annotator_id,
        annotations: [{ label_id: queue.labelId, value: 4 }],
      });
  },
  "making an item work again": async ({ queue }) => {
    await setGold(owner, { ...itemOf(queue), answers: [{ label_id: queue.labelId, value: 4 }] });
    return () => setGold(owner, { ...itemOf(queue), answers: [] });
  },
  "moving an item": ({ queue }) => Promise.resolve(() => updateItem(owner, { ...itemOf(queue), priority: 3 })),
  "removing items": ({ queue }) =>
    Promise.resolve(() => bulkRemoveItems(owner, { queue_id: queue.queue_id, item_ids: queue.itemIds })),
  "leaving the organization": async ({ queue, annotator }) => {
    await submit(annotator, queue);
    return () => removeMember(owner, { user_id: annotator.caller.userId });
  },
};

/** The same after an annotator has completed an item that waits for review. */
const reviews: typeof actions = {
  approving: (desk) => Promise.resolve(() => decide(desk.reviewer, desk.queue, "approve")),
  "requesting changes": (desk) => Promise.resolve(() => decide(desk.reviewer, desk.queue, "request_changes")),
  "undoing a review": async (desk) => {
    await decide(desk.reviewer, desk.queue, "approve");
    return () => undoReview(desk.reviewer, itemOf(desk.queue));
  },
  "resolving feedback": async (desk) => {
    const thread = await threadOf(desk);
    return () => resolveThread(desk.reviewer, thread);
  },
  "reopening feedback": async (desk) => {
    const thread = await threadOf(desk);
    await resolveThread(desk.reviewer, thread);
    return () => reopenThread(desk.reviewer, thread);
  },
};

const isWaiting = async (): Promise<boolean> => {
  const [row] = await database.db.execute<{ waits: boolean }>(sql`
    select exists (select 1 from pg_locks as lock join pg_stat_activity as session on session.pid = lock.pid
      where not lock.granted and session.datname = current_database()) as waits`);
  return row?.waits === true;
};

/** Starts an action while a change of the queue's settings runs, which then needs every item. */
async function meetingChange(queue: TestQueue, action: Prepared): Promise<{ waited: boolean; output: unknown }> {
  const { running, waited } = await database.db.transaction(async (tx) => {
    await lockQueue(tx, queue.queue_id);
    let isOver = false;
    const started = action().finally(() => {
      isOver = true;
    });
    const outcome = started.then(
      (output) => ({ output }),
      (error: unknown) => ({ error }),
    );
    await expect.poll(async () => isOver || (await isWaiting())).toBe(true);
    const blocked = !isOver;
    await tx.execute(sql`select 1 from queue_items where queue_id = ${queue.queue_id} for update nowait`);
    return { running: { outcome }, waited: blocked };
  });
  const result = await running.outcome;
  if ("error" in result) throw result.error;
  return { waited, output: result.output };
}

describe("an action that waits for its queue's settings holds none of its items", () => {
  test.each(Object.entries(actions))("%s", async (_, prepare) => {
    const desk = await newDesk();
    const { waited, output } = await meetingChange(desk.queue, await prepare(desk));
    expect(waited).toBe(true);
    expect(output).toBeDefined();
  });

  test.each(Object.entries(reviews))("%s", async (_, prepare) => {
    const desk = await newDesk(true);
    await finish(desk.annotator, desk.queue);
    const { waited, output } = await meetingChange(desk.queue, await prepare(desk));
    expect(waited).toBe(true);
    expect(output).toBeDefined();
  });
});

test("a claim does not wait to release expired reservations", async () => {
  const { queue, annotator, other } = await newDesk();
  await submit(annotator, queue, 0);
  await submit(annotator, queue, 1);
  await expireSeats(queue);
  expect(await meetingChange(queue, () => claim(other, queue))).toMatchObject({ waited: false });
});

/** The context, and the codes under which the database has ended its transactions. */
function watched(context: Context): { context: Context; codes: (string | undefined)[] } {
  const codes: (string | undefined)[] = [];
  const { db } = context;
  const transaction: Database["transaction"] = async (work, config) => {
    try {
      return await db.transaction(work, config);
    } catch (error) {
      codes.push(databaseErrorCode(error));
      throw error;
    }
  };
  const watched: Database = Object.create(db, { transaction: { value: transaction } });
  return { context: { ...context, db: watched }, codes };
}

test("annotators complete while the settings change: PostgreSQL breaks no deadlock", async () => {
  const annotators = await Promise.all(Array.from({ length: 4 }, member));
  for (let round = 0; round < 5; round++) {
    const queue = await createTestQueue(owner, organization, { items: 6, annotators });
    await Promise.all(annotators.map((annotator, at) => submit(annotator, queue, at)));
    const people = [...annotators, owner, owner, owner, owner].map(watched);
    await Promise.all(
      people.map(({ context }, at) =>
        at < annotators.length
          ? completeItem(context, { ...itemOf(queue, at), claim_next: false })
          : updateQueue(context, { queue_id: queue.queue_id, annotations_required: 1 + (at % 3) }),
      ),
    );
    expect(people.flatMap(({ codes }) => codes)).toEqual([]);
  }
});
