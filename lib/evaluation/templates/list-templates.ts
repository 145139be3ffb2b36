import { and, asc, count, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { evalTemplates, evalTemplateVersions, users } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as listContracts from "@/lib/contracts/evaluation/template-list";
import { byName, hasText, isNamed } from "@/lib/pages";
import { visibleTemplates } from "./loaders";
import { makersOf, versionCounts } from "./makers";
import { presentListed } from "./present";
import { recentRuns } from "./recent-runs";

type TemplateQuery = Parameters<Verb<typeof listContracts.listEvalTemplates>>[1];

const offered = (organizationId: string, drafts = false) =>
  and(visibleTemplates(organizationId), eq(evalTemplates.hidden, false), eq(evalTemplates.draft, drafts));

const OUTPUT_TYPE = sql`(case ${evalTemplateVersions.definition} ->> 'output' when 'Pass/Fail' then 'pass_fail' when 'choices' then 'deterministic' else 'percentage' end)`;

const MAKER = sql`(select ${users.name} from ${users} where ${users.id} = ${evalTemplates.createdBy})`;

function conditions(input: TemplateQuery): (SQL | undefined)[] {
  const filters = input.filters ?? {};
  const words = (input.search ?? "").trim().replaceAll(/[\s_-]+/g, " ");
  const columns = {
    eval_type: sql`${evalTemplates.evalType}`,
    output_type: OUTPUT_TYPE,
    template_type: sql`${evalTemplates.templateType}`,
    created_by: sql`coalesce(${MAKER}, 'Assay')`,
    names: sql`${evalTemplates.name}`,
  };
  const named = Object.entries(columns).flatMap(([name, column]) => {
    // Safe: the names are those of the filters.
    const [one, not] = [filters[name as keyof typeof columns], filters[`${name as keyof typeof columns}_not`]];
    return [
      one?.length ? sql`lower(${column}) in ${lowered(one)}` : undefined,
      not?.length ? sql`lower(${column}) not in ${lowered(not)}` : undefined,
    ];
  });
  const tagged = (tags: readonly string[]) =>
    sql`exists (select 1 from unnest(${evalTemplates.tags}) as own(tag) where lower(own.tag) in ${lowered(tags)})`;
  return [
    words ? hasText(sql`regexp_replace(${evalTemplates.name}, '[\\s_-]+', ' ', 'g')`, words) : undefined,
    input.owner_filter === "system" ? isNull(evalTemplates.organizationId) : undefined,
    input.owner_filter === "user" ? isNotNull(evalTemplates.organizationId) : undefined,
    ...named,
    filters.tags?.length ? tagged(filters.tags) : undefined,
    filters.tags_not?.length ? sql`not ${tagged(filters.tags_not)}` : undefined,
  ];
}

const lowered = (values: readonly string[]): SQL =>
  sql`(${sql.join(
    values.map((value) => sql`${value.toLowerCase()}`),
    sql`, `,
  )})`;

export const listEvalTemplates: Verb<typeof listContracts.listEvalTemplates> = async ({ db, caller, now }, input) => {
  const where = and(offered(caller.organizationId, input.drafts), ...conditions(input));
  const current = and(
    eq(evalTemplateVersions.templateId, evalTemplates.id),
    eq(evalTemplateVersions.number, evalTemplates.currentVersion),
  );
  const sorted = {
    name: byName(evalTemplates.name),
    updated_at: evalTemplates.updatedAt,
    created_at: evalTemplates.createdAt,
  };
  const way = input.sort_order === "asc" ? asc : desc;
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(evalTemplates).innerJoin(evalTemplateVersions, current).where(where),
    db
      .select({ template: evalTemplates, version: evalTemplateVersions })
      .from(evalTemplates)
      .innerJoin(evalTemplateVersions, current)
      .where(where)
      .orderBy(way(sorted[input.sort_by]), asc(evalTemplates.name), asc(evalTemplates.id))
      .limit(input.page_size)
      .offset(input.page * input.page_size),
  ]);
  const templates = rows.map(({ template, version }) => ({ ...template, version }));
  const [makers, versions, runs] = await Promise.all([
    makersOf(db, templates),
    versionCounts(db, templates),
    recentRuns(
      db,
      caller.organizationId,
      templates.map(({ id }) => id),
      now(),
    ),
  ]);
  const items = templates.map((template) => presentListed(template, makers, versions, runs.get(template.id) ?? []));
  return { items, total: total?.count ?? 0, page: input.page, page_size: input.page_size };
};

export const listEvalTemplateNames: Verb<typeof listContracts.listEvalTemplateNames> = async (
  { db, caller },
  { search },
) =>
  db
    .select({ id: evalTemplates.id, name: evalTemplates.name, description: evalTemplates.description })
    .from(evalTemplates)
    .where(
      search
        ? or(
            and(offered(caller.organizationId), hasText(evalTemplates.name, search)),
            and(
              visibleTemplates(caller.organizationId),
              eq(evalTemplates.draft, false),
              isNamed(evalTemplates.name, search),
            ),
          )
        : offered(caller.organizationId),
    )
    .orderBy(asc(byName(evalTemplates.name)));
