// PostgreSQL takes a term that its sample has not met for one of 200 rows, and would walk through most of a table for it.
import { type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { createProject } from "@/lib/traces/projects";
import { gatewayRequests, traces } from "../schema";
import { havingTerms } from "./rare-terms";

const database = suiteDatabase();

const ROWS = 40_000;
/** Ten requests of one user, as one of thousands would have them. */
const RARE_EVERY = 4_000;
const kinds = Array.from({ length: 12 }, (_, kind) => `'kind${kind}=' || (number + ${kind}) % 4`);
const terms = sql.raw(`array[${kinds}, 'user=' || case when number % ${RARE_EVERY} = 0 then 'ann' else 'all' end]`);
const at = sql.raw("'2026-01-01'::timestamptz + number * interval '1s'");
const numbers = sql.raw(`generate_series(1, ${ROWS}) as number`);

interface Case {
  table: typeof traces | typeof gatewayRequests;
  filled: SQL;
  has: (term: string) => SQL;
}

const cases: Record<string, Case> = {
  traces: {
    table: traces,
    filled: sql`insert into traces (organization_id, project_id, trace_id, started_at, terms)
      select project.organization_id, project.id, number, ${at}, ${terms} from ${numbers}, projects as project`,
    has: (term) => sql`${traces.organizationId} = (select id from organizations) and ${traces.terms} @> array[${term}]`,
  },
  requests: {
    table: gatewayRequests,
    filled: sql`insert into gateway_requests (key_id, request_id, operation, status, started_at, latency_ms, is_stream, terms)
      select gen_random_uuid(), number, 'chat', 200, ${at}, 1, false, array_to_tsvector(${terms}) from ${numbers}`,
    has: (term) => sql`${gatewayRequests.terms} @@ ${`'${term}'`}::tsquery`,
  },
};

interface Step {
  "Rows Removed by Filter"?: number | undefined;
  Plans?: Step[] | undefined;
}
const step: z.ZodType<Step> = z.lazy(() =>
  z.object({ "Rows Removed by Filter": z.number().optional(), Plans: z.array(step).optional() }),
);
const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: step })]) })]);

/** How many rows PostgreSQL has read in vain. */
const inVain = ({ "Rows Removed by Filter": removed = 0, Plans = [] }: Step): number =>
  removed + Plans.reduce((sum, below) => sum + inVain(below), 0);

describe.each(Object.entries(cases))("the newest %s", (_, { table, filled, has }) => {
  const conditionOf = (term: string) => havingTerms(database.db, table, [term], has(term));
  const newest = (condition: SQL) =>
    sql`select started_at from ${table} where ${condition} order by ${table.startedAt} desc, ${table.id} desc limit 20`;

  test("with a rare term are found without reading other rows", async () => {
    const { db } = database;
    await createProject(await createCaller(db, await createOrganization(db)), { name: "shop" });
    await db.execute(filled);
    expect(await conditionOf("user=ann")).toEqual(has("user=ann"));

    await db.execute(sql`vacuum analyze ${table}`);
    expect(await conditionOf("user=all")).toEqual(has("user=all"));
    expect(await conditionOf("user=nobody")).not.toEqual(has("user=nobody"));
    const rare = newest(await conditionOf("user=ann"));
    const rows = await db.execute(rare);
    expect(rows).toEqual(await db.execute(newest(has("user=ann"))));
    expect(rows).toHaveLength(ROWS / RARE_EVERY);
    const [{ "QUERY PLAN": plans }] = explained.parse([
      ...(await db.execute(sql`explain (analyze, format json) ${rare}`)),
    ]);
    expect(inVain(plans[0].Plan)).toBe(0);
  });
});
