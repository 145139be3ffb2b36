// Remembers submits, and skips that have a name: one that is sent again has no second effect, and the last ones can be taken back (undo.ts).
import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { submissions } from "@/db/schema";
import { textArray } from "@/db/text-array";
import type { ItemRow } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/annotating";
import { conflict } from "@/lib/errors";

type Submit = Parameters<Verb<typeof contracts.submitAnnotations>>[1];
type Skip = Parameters<Verb<typeof contracts.skipItem>>[1];

interface Submission {
  /** Its row is locked. */
  item: ItemRow;
  userId: string;
  input: Submit;
  /** Labels that get a value. */
  labelIds: readonly string[];
  now: Date;
}

/** `repeated`: it was submitted before under the same mutation id. `noteBefore`: the annotator's note on the item until now. */
export type Recorded = { repeated: true } | { repeated: false; noteBefore: string | null };

/**
 * Records a submit with what it is about to change, and removes the draft that it was made of. Throws 409
 * `mutation_id_reused` when the id names another submit.
 */
export async function recordSubmission(db: Database, submission: Submission): Promise<Recorded> {
  const { item, userId, input, labelIds, now } = submission;
  const mutationId = input.mutation_id ?? null;
  const fingerprint = mutationId && fingerprintOf(input);
  const recorded = await db.execute<{ note: string | null }>(sql`
    with recorded as (
      insert into submissions (item_id, user_id, mutation_id, fingerprint, created_at, before)
      values (${item.id}, ${userId}, ${mutationId}, ${fingerprint}, ${now.toISOString()}, jsonb_build_object(
        'reviewStatus', ${item.reviewStatus}::text,
        'completed', exists (select 1 from item_seats where item_id = ${item.id} and user_id = ${userId}
          and state = 'completed'),
        'note', (select notes from item_notes where item_id = ${item.id} and user_id = ${userId}),
        'scores', (
          select coalesce(jsonb_object_agg(given.label_id, case when score.id is not null then jsonb_build_object(
            'value', score.value, 'notes', score.notes, 'scoreSource', score.score_source,
            'labelVersion', score.label_version) end), '{}')
          from unnest(${textArray(labelIds)}::uuid[]) as given(label_id)
          left join scores as score on score.queue_item_id = ${item.id} and score.annotator_id = ${userId}
            and score.label_id = given.label_id and score.deleted_at is null)))
      on conflict (user_id, mutation_id) where mutation_id is not null do nothing
      returning before ->> 'note' as note
    ), gone as (
      delete from item_drafts where item_id = ${item.id} and user_id = ${userId} and exists (select 1 from recorded)
    )
    select note from recorded`);
  const [row] = recorded;
  if (row) return { repeated: false, noteBefore: row.note };
  await assertRepeats(db, item, userId, mutationId, fingerprint);
  return { repeated: true };
}

/** Records a skip that its client has named. Whether it was sent before; throws 409 `mutation_id_reused` like a submit. */
export async function recordSkip(
  db: Database,
  { item, userId, input, now }: Omit<Submission, "input" | "labelIds"> & { input: Skip },
): Promise<Pick<Recorded, "repeated">> {
  const mutationId = input.mutation_id;
  if (!mutationId) return { repeated: false };
  const fingerprint = hashOf(["skip", input.reason ?? null]);
  const before = { scores: {}, note: null, completed: false, reviewStatus: item.reviewStatus };
  const [recorded] = await db
    .insert(submissions)
    .values({ itemId: item.id, userId, act: "skip", mutationId, fingerprint, before, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: submissions.id });
  if (!recorded) await assertRepeats(db, item, userId, mutationId, fingerprint);
  return { repeated: !recorded };
}

async function assertRepeats(
  db: Database,
  item: ItemRow,
  userId: string,
  mutationId: string | null,
  fingerprint: string | null,
): Promise<void> {
  const [known] = await db
    .select({ itemId: submissions.itemId, fingerprint: submissions.fingerprint })
    .from(submissions)
    .where(and(eq(submissions.userId, userId), eq(submissions.mutationId, mutationId ?? "")));
  if (known?.itemId === item.id && known.fingerprint === fingerprint) return;
  throw conflict("This mutation id was used for another submit.", { code: "mutation_id_reused" });
}

const fingerprintOf = ({ annotations, notes, item_notes, complete }: Submit): string =>
  hashOf([annotations, notes, item_notes, ...(complete ? [complete] : [])]);
const hashOf = (content: unknown): string => createHash("sha256").update(JSON.stringify(content)).digest("base64url");

const KEPT_DAYS = 7;

/** Forgets what is too old to be sent again or taken back. */
export async function forgetSubmissions(db: Database, now: Date): Promise<void> {
  await db.delete(submissions).where(lt(submissions.createdAt, new Date(now.getTime() - KEPT_DAYS * 86_400_000)));
}
