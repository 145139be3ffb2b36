// The columns of a template's table of runs, and what each of them shows, filters and sorts.

import { type SQL, sql } from "drizzle-orm";
import { evalFeedback, evalLogs } from "@/db/schema";
import { isUuid } from "@/lib/bounds/uuid";
import type { EvalOutput } from "@/lib/contracts/evaluation/names";
import { type Filtered, type Hint, numberIn } from "@/lib/filters/conditions";

export type DataType = "text" | "float" | "boolean" | "datetime";

export interface Column extends Filtered {
  dataType: DataType;
  isVisible: boolean;
  output?: EvalOutput;
  cell: (log: typeof evalLogs.$inferSelect, feedback: Feedback | undefined) => unknown;
}

/** The newest feedback on a run. */
export type Feedback = Pick<typeof evalFeedback.$inferSelect, "value" | "explanation">;

const dataTypes: Record<EvalOutput, DataType> = {
  "Pass/Fail": "boolean",
  score: "float",
  numeric: "float",
  choices: "text",
  reason: "text",
};

const plain = { isVisible: true, number: null, boolean: null, datetime: null };

const listed = (values: readonly SQL[]): SQL => sql.join([...values], sql`, `);

const idHint: Hint = (operator, operands) =>
  (operator === "equals" || operator === "in") && operands.every((one) => isUuid(String(one)))
    ? sql`${evalLogs.id} in (${listed(operands.map((one) => sql`${String(one)}::uuid`))})`
    : null;

/** As in the indexes: labels can be of any length, so only their start is indexed. */
const LABEL_START = 200;
const labelStart = sql`left(lower(${evalLogs.label}), ${sql.raw(String(LABEL_START))})`;
const labelHint: Hint = (operator, operands) =>
  operator === "equals" || operator === "in"
    ? sql`${labelStart} in (${listed(operands.map((one) => sql`left(lower(${String(one)}::text), ${sql.raw(String(LABEL_START))})`))})`
    : null;

/** Scores are shown as percentages with two decimals, so a filter must allow for rounding. */
const ROUNDING = 0.006;
const scoreHint: Hint = (operator, operands) => {
  const [one, other = one] = operands.map(Number);
  const least = sql`${evalLogs.score} >= ${((one ?? Number.NaN) - ROUNDING) / 100}::float8`;
  const most = (value: number | undefined) =>
    sql`${evalLogs.score} <= ${((value ?? Number.NaN) + ROUNDING) / 100}::float8`;
  if (operator === "equals") return sql`${least} and ${most(one)}`;
  if (operator === "between") return sql`${least} and ${most(other)}`;
  if (operator.startsWith("greater_than")) return least;
  return operator.startsWith("less_than") ? most(one) : null;
};

interface Shape {
  name: string;
  output: EvalOutput;
  keys: readonly string[];
  criteria: string | null;
  /** Whether people's feedback on runs is shown; null if the column is left out. */
  feedback: "visible" | "hidden" | null;
}

const newestFeedback = (value: SQL): SQL => sql`(
  select ${value} from ${evalFeedback} where ${evalFeedback.logId} = ${evalLogs.id}
  order by ${evalFeedback.updatedAt} desc, ${evalFeedback.id} limit 1)`;

type Unnumbered = Omit<Column, "id">;

export function columnsOf({ name, output, keys, criteria, feedback }: Shape): Column[] {
  const columns = [
    idColumn,
    ...keys.map(inputColumn),
    outputColumn(name, output),
    ...(criteria ? [criteriaColumn(criteria)] : []),
    timeColumn,
    sourceColumn,
    ...(feedback ? feedbackColumns(feedback === "visible") : []),
    promptColumn,
  ];
  return columns.map((column, index) => ({ ...column, id: `column${index + 1}` }));
}

const idColumn: Unnumbered = {
  ...plain,
  name: "Evaluation ID",
  dataType: "text",
  text: sql`${evalLogs.id}::text`,
  hint: idHint,
  cell: ({ id }) => id,
};

function inputColumn(key: string): Unnumbered {
  const text = sql`${evalLogs.mapping} ->> ${key}`;
  return {
    ...plain,
    name: key,
    dataType: "text",
    text: sql`(${text})`,
    number: numberIn(text),
    cell: (log) => log.mapping[key] ?? null,
  };
}

function outputColumn(name: string, output: EvalOutput): Unnumbered {
  const dataType = dataTypes[output];
  const isFloat = dataType === "float";
  return {
    ...plain,
    name,
    dataType,
    output,
    text: isFloat ? sql`coalesce(${evalLogs.label}, ${evalLogs.score}::text)` : sql`${evalLogs.label}`,
    number: sql`round((${evalLogs.score} * 100)::numeric, 2)`,
    boolean: sql`${evalLogs.passed}`,
    hint: isFloat ? scoreHint : labelHint,
    cell: (log) => ({ output: log.output ?? null, reason: log.reason, outcome: log.outcome }),
  };
}

const criteriaColumn = (criteria: string): Unnumbered => ({
  ...plain,
  isVisible: false,
  name: "Criteria",
  dataType: "text",
  text: sql`${criteria}::text`,
  cell: () => criteria,
});

const timeColumn: Unnumbered = {
  ...plain,
  isVisible: false,
  name: "Created At",
  dataType: "datetime",
  text: sql`${evalLogs.createdAt}::text`,
  datetime: sql`${evalLogs.createdAt}`,
  cell: ({ createdAt }) => createdAt.toISOString(),
};

const sourceColumn: Unnumbered = {
  ...plain,
  isVisible: false,
  name: "Source",
  dataType: "text",
  text: sql`${evalLogs.source}`,
  cell: ({ source }) => source,
};

/** Filters find the evaluations of one prompt version by it. */
const promptColumn: Unnumbered = {
  ...plain,
  isVisible: false,
  name: "Prompt",
  dataType: "text",
  text: sql`${evalLogs.prompt}`,
  cell: ({ prompt }) => prompt,
};

const feedbackColumns = (isVisible: boolean): Unnumbered[] => [
  {
    ...plain,
    isVisible,
    name: "Evaluation Feedback",
    dataType: "text",
    text: newestFeedback(sql`${evalFeedback.value} #>> '{}'`),
    cell: (_, feedback) => feedback?.value ?? null,
  },
  {
    ...plain,
    isVisible,
    name: "Feedback Explanation",
    dataType: "text",
    text: newestFeedback(sql`${evalFeedback.explanation}`),
    cell: (_, feedback) => feedback?.explanation ?? null,
  },
];

interface SortKey {
  key: SQL;
  /** Whether an index has the runs in this order. */
  isIndexed: boolean;
  isNeverNull: boolean;
}

/** What a column sorts by: its own type, texts ignoring case, a verdict by its first letters. */
export function sortKey(column: Column): SortKey {
  if (column.output) {
    // A pass has score 1 and a failure score 0.
    const key = column.dataType === "text" ? labelStart : sql`${evalLogs.score}`;
    return { key, isIndexed: true, isNeverNull: false };
  }
  if (column.datetime) return { key: column.datetime, isIndexed: true, isNeverNull: true };
  return { key: sql`lower(${column.text})`, isIndexed: false, isNeverNull: false };
}
