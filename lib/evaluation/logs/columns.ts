// The columns of a template's table of runs, and what of a run each of them shows, filters and sorts.
import { type SQL, sql } from "drizzle-orm";
import { evalLogs } from "@/db/schema";
import type { EvalOutput } from "@/lib/contracts/evaluation/names";

export type DataType = "text" | "float" | "boolean" | "datetime";

export interface Column {
  id: string;
  name: string;
  dataType: DataType;
  isVisible: boolean;
  output?: EvalOutput;
  /** What texts are compared with. */
  text: SQL;
  /** What numbers are compared with; of a verdict in percent. */
  number: SQL | null;
  boolean: SQL | null;
  datetime: SQL | null;
  cell: (log: typeof evalLogs.$inferSelect) => unknown;
}

const dataTypes: Record<EvalOutput, DataType> = {
  "Pass/Fail": "boolean",
  score: "float",
  numeric: "float",
  choices: "text",
  reason: "text",
};

const NUMBER = "^\\s*[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d{1,3})?\\s*$";
/** Null where the text is no number: the cast is never tried. */
const numberIn = (text: SQL): SQL => sql`(case when ${text} ~ ${NUMBER} then (${text})::numeric end)`;
const plain = { isVisible: true, number: null, boolean: null, datetime: null };

interface Shape {
  name: string;
  output: EvalOutput;
  keys: readonly string[];
  criteria: string | null;
}

export function columnsOf({ name, output, keys, criteria }: Shape): Column[] {
  const inputs = keys.map((key): Omit<Column, "id"> => {
    const text = sql`${evalLogs.mapping} ->> ${key}`;
    return {
      ...plain,
      name: key,
      dataType: "text",
      text: sql`(${text})`,
      number: numberIn(text),
      cell: (log) => log.mapping[key] ?? null,
    };
  });
  const columns: Omit<Column, "id">[] = [
    { ...plain, name: "Evaluation ID", dataType: "text", text: sql`${evalLogs.id}::text`, cell: ({ id }) => id },
    ...inputs,
    {
      ...plain,
      name,
      dataType: dataTypes[output],
      output,
      text: sql`coalesce(${evalLogs.label}, ${evalLogs.score}::text)`,
      number: sql`round((${evalLogs.score} * 100)::numeric, 2)`,
      boolean: sql`${evalLogs.passed}`,
      cell: (log) => ({ output: log.output ?? null, reason: log.reason, outcome: log.outcome }),
    },
    ...(criteria
      ? [
          {
            ...plain,
            isVisible: false,
            name: "Criteria",
            dataType: "text" as const,
            text: sql`${criteria}::text`,
            cell: () => criteria,
          },
        ]
      : []),
    {
      ...plain,
      isVisible: false,
      name: "Created At",
      dataType: "datetime",
      text: sql`${evalLogs.createdAt}::text`,
      datetime: sql`${evalLogs.createdAt}`,
      cell: ({ createdAt }) => createdAt.toISOString(),
    },
    {
      ...plain,
      isVisible: false,
      name: "Source",
      dataType: "text",
      text: sql`${evalLogs.source}`,
      cell: ({ source }) => source,
    },
  ];
  return columns.map((column, index) => ({ ...column, id: `column${index + 1}` }));
}

/** What a column sorts by: its own type, texts in any case. */
export function sortKey(column: Column): SQL {
  if (column.dataType === "float") return sql`${evalLogs.score}`;
  if (column.dataType === "boolean") return column.boolean ?? column.text;
  return column.datetime ?? sql`lower(${column.text})`;
}
