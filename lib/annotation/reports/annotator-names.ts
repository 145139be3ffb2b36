import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema";
import { notFound } from "@/lib/errors";

interface Named {
  id: string;
  name: string;
}

/** The names of annotators whom the queue's own data name. */
export async function namesOf(db: Database, ids: readonly string[]): Promise<(id: string) => Named> {
  const names = await loadNames(db, ids);
  return (id) => ({ id, name: names.get(id) ?? "" });
}

/** The same for ids from a request. Throws 404 for people who neither belong to the queue nor have worked in it. */
export async function annotatorsOf(
  db: Database,
  queueId: string,
  ids: readonly string[],
): Promise<(id: string) => Named> {
  const names = await loadNames(
    db,
    ids,
    sql`(exists (select 1 from queue_members as m where m.queue_id = ${queueId} and m.user_id = ${users.id})
      or exists (select 1 from item_seats as seat where seat.queue_id = ${queueId} and seat.user_id = ${users.id})
      or exists (select 1 from scores as score where score.annotator_id = ${users.id} and score.queue_id = ${queueId}))`,
  );
  if (ids.some((id) => !names.has(id))) throw notFound("Annotator not found.");
  return (id) => ({ id, name: names.get(id) ?? "" });
}

async function loadNames(db: Database, ids: readonly string[], where?: SQL): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(inArray(users.id, [...new Set(ids)]), where));
  return new Map(people.map(({ id, name }) => [id, name]));
}
