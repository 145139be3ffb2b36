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
  /** Reading a whole table of more rows than these is a flaw. */
  scanned?: number;
}

/** The flaws in the plans of all statements that `work` runs, each with its statement. Empty if there are none. */
export async function planFlaws(
  url: string,
  work: (db: Database) => Promise<unknown>,
  { sorted = 1000, scanned = 1000 }: Limits = {},
): Promise<string[]> {
  const statements: { text: string; values: never[] }[] = [];
  const sql = openDriver(url, {
    max: 4,
    connection: { TimeZone: "UTC" },
    // Safe: the driver sends what it was given.
    debug: (_connection, text, values) => statements.push({ text, values: values as never[] }),
  });
  try {
    await work(drizzle(sql, schemaOptions));
    const selects = statements.splice(0).filter(({ text }) => /^\s*(select|with)\b/i.test(text));
    if (selects.length === 0) throw new Error("The work ran no statement.");
    const flaws: string[] = [];
    for (const { text, values } of selects) {
      const rows = await sql.unsafe(`explain (format json) ${text}`, values);
      const [{ "QUERY PLAN": plan }] = explained.parse([...rows]);
      flaws.push(...flawsOf(plan[0].Plan, { sorted, scanned }).map((flaw) => `${flaw}: ${text}`));
    }
    return flaws;
  } finally {
    await sql.end();
  }
}

function flawsOf(node: PlanNode, limits: Required<Limits>): string[] {
  const inner = node.Plans ?? [];
  const rows = node["Plan Rows"];
  const input = inner[0]?.["Plan Rows"] ?? 0;
  return [
    // A limit above a scan lowers what is read of it, but the plan's rows are those of the whole scan.
    ...(node["Node Type"] === "Seq Scan" && rows > limits.scanned
      ? [`Scan of ${rows} rows of ${node["Relation Name"]}`]
      : []),
    ...(node["Node Type"] === "Sort" && input > limits.sorted ? [`Sort of ${input} rows`] : []),
    ...inner.flatMap((child) => flawsOf(child, limits)),
  ];
}
