// A queue with its labels, people, layout and items in one transaction.
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueLabels, queues } from "@/db/schema";
import { labelOrExisting } from "@/lib/annotation/labels/label-or-existing";
import { createLabel } from "@/lib/annotation/labels/labels";
import { assertLabelled, insertQueue } from "@/lib/annotation/queues/create-queue";
import { presentQueue } from "@/lib/annotation/queues/present-queues";
import { replaceLabels } from "@/lib/annotation/queues/queue-labels";
import { replaceMembers } from "@/lib/annotation/queues/queue-members";
import type { QueueRow } from "@/lib/annotation/scope/loaders";
import type { Wire } from "@/lib/annotation/sources/source";
import { contentJson, presentContent } from "@/lib/annotation/sources/sources";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/queues/set-up";
import { MAX_FIRST_ITEMS } from "@/lib/contracts/limits";
import { Failure, invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { chosenSources, firstSource } from "./chosen-sources";
import { appendItems } from "./queue-contents";
import { shownToAnnotators } from "./rules/shown-source";

type Input = Parameters<Verb<typeof contracts.setUpQueue>>[1];

export const setUpQueue: Verb<typeof contracts.setUpQueue> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const queue = await insertQueue(db, caller, input);
    await replaceMembers(db, {
      queueId: queue.id,
      organizationId: caller.organizationId,
      creatorId: caller.userId,
      annotatorIds: input.annotator_ids,
      roles: input.annotator_roles,
    });
    await bindLabels(inner, queue.id, input.labels);
    const { added, errors } = await fill(inner, queue, input.sources);
    if (!input.activate) return { queue: await presentQueue(db, caller, queue), added, errors };
    assertLabelled(input.labels.length);
    const [active] = await db.update(queues).set({ status: "active" }).where(eq(queues.id, queue.id)).returning();
    return { queue: await presentQueue(db, caller, active ?? queue), added, errors };
  });

/** Creates the labels that are new, and binds all in their order. Errors name the entry. */
async function bindLabels(context: Context, queueId: string, entries: Input["labels"]): Promise<void> {
  const bound: { id: string; required: boolean }[] = [];
  for (const [index, { label_id, new_label, or_existing, required }] of entries.entries()) {
    const make = or_existing ? labelOrExisting : createLabel;
    const id = new_label ? (await named(`labels.${index}.new_label`, make(context, new_label))).id : label_id;
    if (bound.some((label) => label.id === id?.toLowerCase()))
      throw invalidField(`labels.${index}.label_id`, "Name each label once.");
    if (id) bound.push({ id: id.toLowerCase(), required });
  }
  if (bound.length === 0) return;
  const { db, caller } = context;
  await replaceLabels(
    db,
    caller.organizationId,
    queueId,
    bound.map(({ id }) => id),
  );
  const required = bound.filter((label) => label.required).map(({ id }) => id);
  if (required.length === 0) return;
  await db
    .update(queueLabels)
    .set({ required: true })
    .where(sql`${queueLabels.queueId} = ${queueId} and ${queueLabels.labelId} in ${required}`);
}

/** What fails there is at this path of the request. */
async function named<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "invalid" || !error.detail.fields) throw error;
    const fields = Object.entries(error.detail.fields).map(([field, messages]): [string, string[]] => [
      field === "non_field_errors" ? `${path}.name` : `${path}.${field}`,
      messages,
    ]);
    throw new Failure("invalid", error.message, { fields: Object.fromEntries(fields) });
  }
}

async function fill({ db, caller }: Context, queue: QueueRow, sources: Input["sources"]) {
  if (!sources) return { added: 0, errors: [] };
  const { known, errors } = await named("sources", chosenSources(db, caller, sources, MAX_FIRST_ITEMS));
  const { added } = await appendItems(db, queue, known);
  return { added: added.length, errors };
}

export const previewSource: Verb<typeof contracts.previewSource> = async ({ db, caller }, input) => {
  const { first, total } = await firstSource(db, caller, input);
  const none = { total, source_type: null, source_id: null, source_content: null };
  if (!first) return none;
  const wire = await contentOf(db, caller.organizationId, first);
  const content = await presentContent(db, caller.organizationId, { type: first.sourceType, wire });
  return {
    total,
    source_type: first.sourceType,
    source_id: first.sourceId,
    source_content: shownToAnnotators(content),
  };
};

async function contentOf(
  db: Database,
  organizationId: string,
  { sourceType, sourceId }: { sourceType: string; sourceId: string },
): Promise<Wire | null> {
  const [row] = await db.execute<{ content: Wire | null }>(sql`
    select ${contentJson(sql`named`, sql`${organizationId}::uuid`)} as content
    from (values (${sourceType}::text, ${sourceId}::text)) as named (source_type, source_id)`);
  return row?.content ?? null;
}
