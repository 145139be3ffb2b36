// Which rows of each table belong to an organization, and the order in which they can be deleted. It follows from columns and
// foreign keys; only what they do not say is written down here.
import { getTableName, is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import * as schema from "../schema";

/** Tables of no organization, and why. */
export const sharedTables: Readonly<Record<string, string>> = {
  users: "People may belong to several organizations.",
  user_sessions: "Of a person.",
  identities: "Of a person.",
  second_factors: "Of a person.",
  sign_in_delays: "Hashed emails of failed sign-ins, which go within a day.",
  status_days: "Of the installation.",
  password_resets: "Of a person.",
  notification_preferences: "Of a person.",
  organizations: "The organization itself.",
  throttles: "Hashed attempts.",
  outbox_events: "Events on their way, which go within minutes.",
  secret_marks: "Of the installation.",
  applied_functions: "Of the installation.",
  erasures: "The proof that something was deleted.",
};

/** The table that a column without a foreign key leads to. */
const parents: Readonly<Record<string, readonly [column: string, parent: string]>> = {
  check_results: ["queue_id", "queues"],
  check_counters: ["queue_id", "queues"],
  item_marks: ["queue_id", "queues"],
  item_contributions: ["queue_id", "queues"],
  queue_figures: ["queue_id", "queues"],
  agreement_items: ["queue_id", "queues"],
  agreement_counters: ["queue_id", "queues"],
  agreement_labels: ["queue_id", "queues"],
  span_marks: ["project_id", "projects"],
  eval_run_inputs: ["dataset_id", "datasets"],
};
/** Triggers write these whenever the others lose rows. */
const writtenBy: Readonly<Record<string, readonly string[]>> = {
  item_marks: ["queue_items", "item_seats", "item_assignees", "scores", "gold_answers"],
};

export interface TenantTable {
  name: string;
  /** Rows of an organization. */
  isOwn: (organizationId: string) => SQL;
}

const tables = new Map(
  Object.values<unknown>(schema)
    .filter((value): value is PgTable => is(value, PgTable))
    .map((table) => [getTableName(table), getTableConfig(table)]),
);

export interface Reference {
  column: string;
  parent: string;
  foreign: string;
  /** Whether the key is this column alone. */
  isOnly: boolean;
}

/** The foreign keys of a table, by their first columns. */
export const references = (name: string): Reference[] =>
  (tables.get(name)?.foreignKeys ?? []).map((key) => {
    const { columns, foreignTable, foreignColumns } = key.reference();
    const [column, foreign] = [snake(columns[0]?.name), snake(foreignColumns[0]?.name)];
    return { column, foreign, isOnly: columns.length === 1, parent: getTableName(foreignTable) };
  });

interface Owned {
  condition: (organizationId: string) => SQL;
  /** Tables that this one must be deleted before. */
  before: string[];
}

function ownedBy(name: string): Owned {
  const config = tables.get(name);
  if (!config) throw new Error(`There is no table ${name}.`);
  const foreignKeys = references(name);
  const before = foreignKeys.map(({ parent }) => parent).filter((parent) => parent !== name);
  if (config.columns.some((column) => snake(column.name) === "organization_id"))
    return { condition: (id) => sql`organization_id = ${id}::uuid`, before };
  const [column, parent] = parents[name] ?? [];
  const found = column && parent ? { column, foreign: "id", parent } : foreignKeys.find(leadsHome(name));
  if (!found) throw new Error(`Nothing says which organization a row of ${name} belongs to.`);
  const above = ownedBy(found.parent);
  const [own, key, table] = [found.column, found.foreign, found.parent].map((text) => sql.identifier(text));
  return {
    condition: (id) => sql`${own} in (select ${key} from ${table} where ${above.condition(id)})`,
    before: [...before, found.parent],
  };
}

/** As the database spells it. */
const snake = (name = ""): string => name.replaceAll(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`);

const leadsHome =
  (name: string) =>
  ({ parent, isOnly }: { parent: string; isOnly: boolean }): boolean =>
    isOnly && parent !== name && !(parent in sharedTables);

/** Every table with rows of organizations, each before those that it refers to. */
export const tenantTables: readonly TenantTable[] = inOrder();

function inOrder(): TenantTable[] {
  const names = [...tables.keys()].filter((name) => !(name in sharedTables)).sort();
  const owned = new Map(names.map((name) => [name, ownedBy(name)]));
  const referring = (name: string) =>
    names.filter((other) => owned.get(other)?.before.includes(name)).concat(writtenBy[name] ?? []);
  const ordered = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (ordered.has(name)) return;
    if (path.includes(name)) throw new Error(`Tables refer to one another in a circle: ${[...path, name].join(", ")}`);
    for (const other of referring(name)) visit(other, [...path, name]);
    ordered.add(name);
  };
  for (const name of names) visit(name, []);
  return [...ordered].map((name) => {
    const { condition } = owned.get(name) ?? ownedBy(name);
    return { name, isOwn: condition };
  });
}
