import { and, count, desc, inArray, type SQL } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agentVersions, users } from "@/db/schema";
import { type AgentRow, type CurrentVersions, type VersionRow, versionsOf } from "./loaders";
import { presentVersion } from "./present";
import { talliesOf } from "./tallies";

async function presentAll(db: Database, rows: readonly VersionRow[], latest: number) {
  const [tallies, makers] = await Promise.all([
    talliesOf(
      db,
      rows.map(({ id }) => id),
    ),
    db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(inArray(users.id, [...new Set(rows.flatMap(({ createdBy }) => createdBy ?? []))])),
  ]);
  const names = new Map(makers.map(({ id, name }) => [id, name]));
  return Promise.all(
    rows.map((row) => presentVersion(row, latest, names.get(row.createdBy ?? ""), tallies.get(row.id))),
  );
}

export async function presentOne(db: Database, row: VersionRow, latest: number) {
  const [shown] = await presentAll(db, [row], latest);
  if (!shown) throw new Error("expected exactly one presented version");
  return shown;
}

/** Versions of an agent, newest first, or only those that match. */
export async function versionPage(
  db: Database,
  agent: Pick<AgentRow, "id">,
  { latest }: CurrentVersions,
  limit: number,
  offset: number,
  matches?: SQL,
) {
  const where = and(versionsOf(agent.id), matches);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(agentVersions).where(where),
    db.select().from(agentVersions).where(where).orderBy(desc(agentVersions.number)).limit(limit).offset(offset),
  ]);
  return { count: total?.count ?? 0, versions: await presentAll(db, rows, latest.number) };
}
