// What the demo's parts share: the target organization and its people.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../client";
import { datasets, labels, memberships, queues, users } from "../schema";

export interface SeedScope {
  organizationId: string;
  workspaceId: string;
  ownerId: string;
  /** When the demo's datasets and queues were made. */
  createdAt: Date;
  /** The name, with a suffix if the organization uses it for something else. */
  freeName(name: string): string;
}

/** Names that the organization uses, in lower case. */
export async function namesInUse(db: Database, organizationId: string): Promise<Set<string>> {
  const live = [datasets, labels, queues].map((table) =>
    db
      .select({ name: table.name })
      .from(table)
      .where(and(eq(table.organizationId, organizationId), isNull(table.deletedAt))),
  );
  return new Set((await Promise.all(live)).flat().map((row) => row.name.toLowerCase()));
}

export function freeNameAmong(used: ReadonlySet<string>): (name: string) => string {
  const firstFree = (name: string, number: number): string => {
    const candidate = number === 1 ? `${name} (demo)` : `${name} (demo ${number})`;
    return used.has(candidate.toLowerCase()) ? firstFree(name, number + 1) : candidate;
  };
  return (name) => (used.has(name.toLowerCase()) ? firstFree(name, 1) : name);
}

/** Ids of demo people, in order: members of the organization who cannot sign in. */
export async function addPeople(db: Database, scope: SeedScope, names: readonly string[]): Promise<string[]> {
  const people = names.map((name) => ({ name, email: emailFor(name), createdAt: scope.createdAt }));
  await db.insert(users).values(people).onConflictDoNothing();
  const found = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(sql`lower(${users.email}) in ${people.map((person) => person.email)}`);
  const ids = people.flatMap(({ email }) => found.find((user) => user.email === email)?.id ?? []);
  await db
    .insert(memberships)
    .values(ids.map((userId) => ({ organizationId: scope.organizationId, userId, role: "Member" as const })))
    .onConflictDoNothing();
  return ids;
}

const emailFor = (name: string): string =>
  `${name.normalize("NFD").toLowerCase().replaceAll(/\p{M}/gu, "").replaceAll(/\W+/g, ".")}@assay.local`;
