// How many traces have which values, for the filters of the list.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Verb } from "@/lib/context";
import { type TraceFacetName, type TraceFilters, traceFacetNames } from "@/lib/contracts/traces/trace-filters";
import { type listTraceFacets as contract, MAX_FACET_TRACES, MAX_FACET_VALUES } from "@/lib/contracts/traces/traces";
import { groupBy } from "@/lib/group-by";
import { countEvaluations, newestTraces } from "./evaluation-facet";
import { projectInOrganization, projectNamesOf } from "./projects";
import { matchingTraces } from "./trace-conditions";
import type { TermName } from "./trace-terms";

export const listTraceFacets: Verb<typeof contract> = async ({ db, caller }, filters) => {
  if (filters.project_id) await projectInOrganization(db, caller.organizationId, filters.project_id);
  // A facet leaves out its own filter. Those without one share a statement.
  const [own, shared] = [
    traceFacetNames.filter((name) => filters[name] !== undefined),
    traceFacetNames.filter((name) => filters[name] === undefined),
  ];
  const { organizationId } = caller;
  const where = await matchingTraces(db, organizationId, filters);
  const without = (names: readonly (keyof TraceFilters)[]) =>
    names.every((name) => filters[name] === undefined)
      ? where
      : matchingTraces(db, organizationId, {
          ...filters,
          ...Object.fromEntries(names.map((name) => [name, undefined])),
        });
  const [answers, evaluated] = await Promise.all([
    Promise.all([
      countValues(db, where, shared),
      ...own.map(async (name) => countValues(db, await without([name]), [name])),
    ]),
    (async () => countEvaluations(db, organizationId, await without(["evaluation_id", "verdict"])))(),
  ]);
  const values = new Map(answers.flatMap((one) => [...one.values]));
  const names = await projectNamesOf(
    db,
    (values.get("project_id") ?? []).map(({ value }) => value),
  );
  const facets = traceFacetNames.map((name) => ({
    name,
    values: (values.get(name) ?? []).map((one) => ({
      ...one,
      label: (name === "project_id" ? names.get(one.value) : undefined) ?? one.value,
    })),
  }));
  const { evaluations } = evaluated;
  return { facets, evaluations, is_partial: [...answers, evaluated].some(({ isPartial }) => isPartial) };
};

const termOfFacet: Record<TraceFacetName, TermName | "project"> = {
  project_id: "project",
  status: "status",
  has_error: "error",
  name: "name",
  model: "model",
  user: "user",
  environment: "environment",
  tag: "tag",
  prompt: "prompt",
};

interface FacetCount extends Record<string, unknown> {
  name: string;
  value: string;
  count: number;
  looked: number;
}

/** The most frequent values of these facets, among the newest traces that match. */
async function countValues(db: Database, where: SQL | undefined, facets: readonly TraceFacetName[]) {
  const newest = newestTraces(sql`project_id, terms`, where);
  const rows = await db.execute<FacetCount>(sql`
    with newest as materialized (${newest}),
    frequent as (
      select split_part(term, '=', 1) as name, substr(term, strpos(term, '=') + 1) as value, count(*)::int as count
      from newest, unnest(terms || ('project=' || project_id)) as term group by term
    ),
    ranked as (
      select *, row_number() over (partition by name order by count desc, value) as rank from frequent
    )
    select name, value, count, (select count(*)::int from newest) as looked from ranked
    where rank <= ${MAX_FACET_VALUES} order by name, rank`);
  const byName = groupBy([...rows], ({ name }) => name);
  const values = facets.map((facet): [TraceFacetName, { value: string; count: number }[]] => [
    facet,
    (byName.get(termOfFacet[facet]) ?? []).map(({ value, count }) => ({ value, count })),
  ]);
  return { values, isPartial: (rows[0]?.looked ?? 0) > MAX_FACET_TRACES };
}
