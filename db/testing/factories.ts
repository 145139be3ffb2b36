// Rows that tests start from. Every suite makes its own organization, so suites never see one another's.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { connect, type Database } from "@/db/client";
import { datasetColumns, datasetRows, datasets, memberships, organizations, users, workspaces } from "@/db/schema";
import type { Context } from "@/lib/context";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { storeEvent } from "@/lib/events";
import { createDatabase } from "./database";

export interface TestDatabase {
  readonly db: Database;
  readonly url: string;
}

/** A migrated database of the calling suite's own, from its first hook to its last, for as many connections as it needs. */
export const suiteDatabase = (maxConnections = 20): TestDatabase =>
  databaseBetween(beforeAll, afterAll, maxConnections);

/** The same for each test anew. */
export const databaseOfEachTest = (maxConnections = 20): TestDatabase =>
  databaseBetween(beforeEach, afterEach, maxConnections);

type Hook = (work: () => Promise<void>) => void;

function databaseBetween(before: Hook, after: Hook, maxConnections: number): TestDatabase {
  let opened: (TestDatabase & { close(): Promise<void> }) | undefined;
  const own = (): TestDatabase => {
    if (!opened) throw new Error("The database is there from the hooks on.");
    return opened;
  };
  before(async () => {
    const { url, drop } = await createDatabase();
    const { db, close } = connect(url, maxConnections);
    opened = { db, url, close: () => close().then(drop) };
  });
  after(async () => {
    await opened?.close();
    opened = undefined;
  });
  return {
    get db() {
      return own().db;
    },
    get url() {
      return own().url;
    },
  };
}

export interface TestOrganization {
  id: string;
  workspaceId: string;
}

export async function createOrganization(db: Database, name = "Acme"): Promise<TestOrganization> {
  const id = randomUUID();
  const workspaceId = randomUUID();
  await db.insert(organizations).values({ id, name });
  await db.insert(workspaces).values({ id: workspaceId, organizationId: id, name: "Default", isDefault: true });
  return { id, workspaceId };
}

export async function createUser(
  db: Database,
  organization: TestOrganization,
  role: OrganizationRole = "Member",
  name = "Ada Example",
): Promise<string> {
  const id = randomUUID();
  await db.insert(users).values({ id, email: `${id}@example.test`, name });
  await db.insert(memberships).values({ organizationId: organization.id, userId: id, role });
  return id;
}

/** A verb's context as the caller would have it. Events stay in the outbox: nothing is sent. */
export function contextOf(
  db: Database,
  organization: TestOrganization,
  userId: string,
  role: OrganizationRole = "Member",
  now: () => Date = () => new Date(),
): Context {
  return {
    db,
    now,
    emit: (event) => storeEvent(db, event),
    address: null,
    caller: {
      userId,
      organizationId: organization.id,
      workspaceId: organization.workspaceId,
      role,
      apiKeyId: null,
      sessionId: null,
    },
  };
}

/** A new user of the organization, as a context. */
export async function createCaller(db: Database, organization: TestOrganization, role: OrganizationRole = "Member") {
  return contextOf(db, organization, await createUser(db, organization, role), role);
}

/** A dataset with one text column; ids of its rows in order. */
export async function createRows(
  db: Database,
  organization: TestOrganization,
  texts: readonly string[],
): Promise<string[]> {
  const datasetId = randomUUID();
  const columnId = randomUUID();
  await db.insert(datasets).values({
    id: datasetId,
    organizationId: organization.id,
    workspaceId: organization.workspaceId,
    name: `Dataset ${datasetId}`,
  });
  await db.insert(datasetColumns).values({ id: columnId, datasetId, name: "input", dataType: "text", order: 0 });
  const rows = texts.map((text, order) => ({
    id: randomUUID(),
    datasetId,
    organizationId: organization.id,
    order,
    cells: { [columnId]: text },
  }));
  for (let start = 0; start < rows.length; start += 1000)
    await db.insert(datasetRows).values(rows.slice(start, start + 1000));
  return rows.map((row) => row.id);
}
