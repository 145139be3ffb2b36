// Checks how PostgreSQL runs the statements of lists, over tables that a test has filled and analyzed.
import { drizzle } from "drizzle-orm/postgres-js";
import { z } from "zod";
import { type Database, schemaOptions } from "@/db/client";
import { openDriver } from "@/db/driver";

interface PlanNode {
  "Node Type": string;
  "Plan Rows": number;
  "Relation Name"?: string | undefined;
  Plans?: PlanNode[] | undefined;
}

const planNode: z.ZodType<PlanNode> = z.object({
  "Node Type": z.string(),
  "Plan Rows": z.number(),
  "Relation Name": z.string().optional(),
  Plans: z.lazy(() => z.array(planNode)).optional(),
});
const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: planNode })]) })]);

interface Limits {
  /** A sort of more rows than these is a flaw. */
  sorted?: number;
  /** A scan that keeps more rows than these is a flaw. */
  scanned?: number;
  /** A scan of a table with more rows than these is a flaw, however few it keeps. */
  table?: number;
}

export interface Statement {
  text: string;
  values: never[];
}

/** A driver that notes all statements. */
export const notingDriver = (url: string, statements: Statement[]) =>
  openDriver(url, {
    max: 4,
    connection: { TimeZone: "UTC" },
    // Safe: the driver sends what it was given.
    debug: (_connection, text, values) => statements.push({ text, values: values as never[] }),
  });

/** The flaws in the plans of all statements that `work` runs, each with its statement. Empty if there are none. */
export async function planFlaws(
  url: string,
  work: (db: Database) => Promise<unknown>,
  limits: Limits = {},
): Promise<string[]> {
  const statements: Statement[] = [];
  const sql = notingDriver(url, statements);
  try {
    await work(drizzle(sql, schemaOptions));
    return await flawsOfStatements(sql, statements.splice(0), limits);
  } finally {
    await sql.end();
  }
}

/** The flaws in the plans of those statements that read. */
export async function flawsOfStatements(
  sql: ReturnType<typeof openDriver>,
  statements: readonly Statement[],
  { sorted = 1000, scanned = 1000, table = Number.POSITIVE_INFINITY }: Limits,
): Promise<string[]> {
  const selects = statements.filter(({ text }) => /^\s*(select|with)\b/i.test(text));
  if (selects.length === 0) throw new Error("The work ran no statement.");
  const sizes = await sql<{ name: string; rows: number }[]>`
    select relname as name, reltuples::float8 as rows from pg_class where relnamespace = 'public'::regnamespace`;
  const large = new Set(sizes.filter(({ rows }) => rows > table).map(({ name }) => name));
  const flaws: string[] = [];
  for (const { text, values } of selects) {
    const rows = await sql.unsafe(`explain (format json) ${text}`, values);
    const [{ "QUERY PLAN": plan }] = explained.parse([...rows]);
    flaws.push(...flawsOf(plan[0].Plan, { sorted, scanned, large }).map((flaw) => `${flaw}: ${text}`));
  }
  return flaws;
}

interface Flaws {
  sorted: number;
  scanned: number;
  /** The names of tables that are not scanned. */
  large: ReadonlySet<string>;
}

function flawsOf(node: PlanNode, limits: Flaws): string[] {
  const inner = node.Plans ?? [];
  const rows = node["Plan Rows"];
  const name = node["Relation Name"] ?? "";
  const input = inner[0]?.["Plan Rows"] ?? 0;
  return [
    // A limit above a scan lowers what is read of it, but the plan's rows are those of the whole scan.
    ...(node["Node Type"] === "Seq Scan" && (rows > limits.scanned || limits.large.has(name))
      ? [`Scan of ${rows} rows of ${name}`]
      : []),
    ...(node["Node Type"] === "Sort" && input > limits.sorted ? [`Sort of ${input} rows`] : []),
    ...inner.flatMap((child) => flawsOf(child, limits)),
  ];
}
