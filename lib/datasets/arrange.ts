// The rows of a dataset that a table shows, and their order: by a search, by filters and by columns.
import { and, asc, type SQL, sql } from "drizzle-orm";
import { datasetRows } from "@/db/schema";
import { textArray } from "@/db/text-array";
import type { FilterItem, SortItem } from "@/lib/contracts/evaluation/shapes/filters";
import { invalidField } from "@/lib/errors";
import { columnNamed, conditionOf, type Filtered, numberIn, trimmed } from "@/lib/filters/conditions";
import { hasText } from "@/lib/pages";
import type { ColumnRecord } from "./loaders";

export interface Arrangement {
  search?: string | undefined;
  filters?: readonly FilterItem[] | null | undefined;
  sort?: readonly SortItem[] | null | undefined;
}

/** The conditions of the search and the filters. Throws a 400 for a column that is not there. */
export function matching(columns: readonly ColumnRecord[], { search, filters }: Arrangement): SQL | undefined {
  const filtered = columns.map(filteredOf);
  return and(
    search ? hasCell(columns, search) : undefined,
    ...(filters ?? []).map((filter, index) => conditionOf(filtered, filter, index).sql),
  );
}

/** The first sort is the primary one. Rows without a value come last, and equal ones in the dataset's order. */
export const orderOf = (columns: readonly ColumnRecord[], { sort }: Arrangement): SQL[] => [
  ...(sort ?? []).map(({ column_id, type }, index) => {
    const column = columnNamed(columns, column_id);
    if (!column) throw invalidField(`sort.${index}`, `There is no column ${column_id}.`);
    const key = sortKey(filteredOf(column));
    return type === "descending" ? sql`${key} desc nulls last` : sql`${key} asc nulls last`;
  }),
  asc(datasetRows.order),
  asc(datasetRows.id),
];

/** Texts are compared by their first characters, so that a sort of many rows stays small. */
const COMPARED = 200;
const sortKey = ({ number, boolean, datetime, text }: Filtered): SQL =>
  number ?? datetime ?? boolean ?? sql`lower(left(${text}, ${sql.raw(String(COMPARED))}))`;

/** An empty text is no value. */
function filteredOf({ id, name, dataType }: ColumnRecord): Filtered {
  const text = sql`nullif(${datasetRows.cells} ->> ${id}::text, '')`;
  const isNumber = dataType === "integer" || dataType === "float";
  return {
    id,
    name,
    dataType: isNumber ? "float" : dataType === "boolean" || dataType === "datetime" ? dataType : "text",
    text,
    number: isNumber ? numberIn(text) : null,
    boolean: dataType === "boolean" ? booleanIn(text) : null,
    datetime: dataType === "datetime" ? momentIn(text) : null,
  };
}

const booleanIn = (text: SQL): SQL =>
  sql`(case when ${text} ~* '^\\s*true\\s*$' then true when ${text} ~* '^\\s*false\\s*$' then false end)`;

const LEAP = "([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)";
const DAY = `(?!0000)([0-9]{4}-(((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01]))|((0[469]|11)-(0[1-9]|[12][0-9]|30))|(02-(0[1-9]|1[0-9]|2[0-8])))|${LEAP}-02-29)`;
const ZONE = "(Z|[+-](0[0-9]|1[0-4]):?[0-5][0-9])";
const TIME = "[T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,12})?)?";
const MOMENT = `^\\s*${DAY}(${TIME}${ZONE}?)?\\s*$`;

/** Null if the text is no moment: the cast is never tried. A time without a zone is in UTC. */
const momentIn = (text: SQL): SQL => sql`(case when ${text} ~ ${MOMENT} then
  (${trimmed(text)} || case when ${text} ~ ${`${TIME}${ZONE}\\s*$`} then '' else '+00' end)::timestamptz end)`;

/** Whether a cell of the columns contains the text. Rows keep the cells of deleted columns. */
const hasCell = (columns: readonly ColumnRecord[], text: string): SQL => sql`exists (
  select 1 from jsonb_each_text(${datasetRows.cells}) as cell
  where ${hasText(sql`cell.value`, text)} and cell.key = any(${textArray(columns.map(({ id }) => id))}))`;
