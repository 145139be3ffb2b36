// Datasets that were made of a queue's annotations have its people's names and emails: as cells, in JSON of cells, and in what their rows remember.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";

export const DELETED_USER = "Deleted user";

/** A cell can be JSON, and its texts JSON again: in a dataset that was made of the rows of such a dataset. */
const DEPTHS = [0, 1, 2];
/** How exports name people: each name has its email right behind it. */
const PREFIX = "(?:annotator|reviewed_by|by)_";
/** People choose their names, which may be those of models or cities: these stay. */
const EXPORTED_NAME = "(annotator|reviewer|by)[ _]name";

interface Named {
  email: string;
  name: string;
}

// "offset 0", here and below: the planner would compute the inner text once for each mention of it.
/** Reads each row of the organizations' datasets and versions once, and writes those that name the person. */
export async function eraseFromDatasets(
  tx: Database,
  { email, name }: Named,
  organizations: readonly string[],
): Promise<void> {
  if (organizations.length === 0) return;
  const theirs = sql`any(${textArray(organizations)}::uuid[])`;
  const datasets = sql`select id from datasets where organization_id = ${theirs}`;
  const inCells = [email, quoted(name, 0), `[${quoted(name, 1)}`, `,${quoted(name, 1)}`];
  const named = inCells.map((text) => has(sql`stored.cells`, text)).concat(has(sql`stored.metadata`, email));
  const tables = [
    [sql`dataset_rows`, sql`row.organization_id = ${theirs}`],
    [sql`dataset_version_rows`, sql`row.dataset_id in (${datasets})`],
  ] as const;
  for (const [table, own] of tables)
    await tx.execute(sql`
      update ${table} as row set metadata = ${withoutEmail(sql`row.metadata`, email)},
        cells = ${withoutName(withoutEmail(sql`row.cells`, email), name, datasets)}
      where ${own} and exists (
        select from (select row.cells::text as cells, row.metadata::text as metadata offset 0) as stored
        where ${sql.join(named, sql` or `)})`);
}

const has = (text: SQL, part: string): SQL => sql`position(${part}::text in ${text}) > 0`;

/** A text as JSON inside as many texts of JSON. */
const quoted = (text: string, depth: number): string =>
  depth === 0 ? JSON.stringify(text) : JSON.stringify(quoted(text, depth - 1)).slice(1, -1);

/** JSON without the email, and without the name before it, which may be an earlier one. */
const withoutEmail = (json: SQL, email: string): SQL =>
  DEPTHS.reduceRight(
    (inner, depth) => sql`(select case when ${has(sql`text`, quoted(email, depth))}
      then ${replaced(sql`text`, email, depth)} else text end from (select ${inner} as text offset 0) as depth)`,
    sql`${json}::text`,
  ).append(sql`::jsonb`);

function replaced(text: SQL, email: string, depth: number): SQL {
  const quote = quoted("", depth).slice(0, 2 ** depth);
  const innerQuote = escaped(quoted("", depth + 1).slice(0, 2 ** (depth + 1)));
  // PostgreSQL writes spaces between what is not inside a text.
  const space = depth === 0 ? " " : "";
  const end = `email${quote}:${space}${quoted(email, depth)}`;
  const deleted = escaped(quoted(DELETED_USER, depth));
  const pair =
    `(${PREFIX}name${escaped(quote)}:${space})${escaped(quote)}[^"]*(?:${innerQuote}[^"]*)*${escaped(quote)}` +
    `(,${space}${escaped(quote)}${PREFIX})${escaped(end)}`;
  const withPair = `\\1${deleted}\\2${escaped(`email${quote}:${space}`)}${deleted}`;
  const withoutPairs = sql`case when ${has(text, end)}
    then regexp_replace(${text}, ${pair}, ${withPair}, 'g') else ${text} end`;
  return sql`replace(${withoutPairs}, ${quoted(email, depth)}, ${quoted(DELETED_USER, depth)})`;
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Cells without the name, alone or in a list, in columns of names: of any in rows that an export made, elsewhere of those that exports have. */
const withoutName = (cells: SQL, name: string, datasets: SQL): SQL => sql`(
  select coalesce(jsonb_object_agg(key, case
    when key not in (${columnsOfNames(datasets)}) then value
    when row.metadata ->> 'queue_item_id' is null and key not in (${columnsOfNames(datasets)} and name ~* ${EXPORTED_NAME})
      then value
    when value = to_jsonb(${name}::text) then to_jsonb(${DELETED_USER}::text)
    else replace(value::text, ${quoted(name, 1)}, ${quoted(DELETED_USER, 1)})::jsonb end), '{}')
  from jsonb_each(${cells}))`;

const columnsOfNames = (datasets: SQL): SQL =>
  sql`select id::text from dataset_columns where dataset_id in (${datasets}) and name ilike '%name%'`;
