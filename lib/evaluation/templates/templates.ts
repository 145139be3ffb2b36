import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { evalGroupMembers, evalLogs, evalTemplates, evalTemplateVersions, users } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/definition";
import type * as detailContracts from "@/lib/contracts/evaluation/template-detail";
import type * as listContracts from "@/lib/contracts/evaluation/template-list";
import type * as moved from "@/lib/contracts/evaluation/template-settings";
import { settingsIn } from "@/lib/contracts/evaluation/template-settings";
import type * as contracts from "@/lib/contracts/evaluation/templates";
import { MAX_KEY, MAX_KEYS } from "@/lib/contracts/limits";
import { invalidField, notFound } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { contains } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { codeProblem } from "../code/run-code";
import { plainDefinition } from "./catalogue";
import { fingerprintOf } from "./fingerprint";
import { isBuiltIn, type Template, templateInOrganization, templatesInOrganization, visibleTemplates } from "./loaders";
import { presentDetail, presentListed } from "./present";
import { changedDefinition, definitionProblem, isOwnCode } from "./rules/definition";

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
    // Safe because the names are those of the filters.
    const [one, not] = [filters[name as keyof typeof columns], filters[`${name as keyof typeof columns}_not`]];
    return [
      one?.length ? sql`lower(${column}) in ${lowered(one)}` : undefined,
      not?.length ? sql`lower(${column}) not in ${lowered(not)}` : undefined,
    ];
  });
  const tagged = (tags: readonly string[]) =>
    sql`exists (select 1 from unnest(${evalTemplates.tags}) as own(tag) where lower(own.tag) in ${lowered(tags)})`;
  return [
    words ? sql`regexp_replace(${evalTemplates.name}, '[\\s_-]+', ' ', 'g') ilike ${contains(words)}` : undefined,
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
    name: sql`lower(${evalTemplates.name})`,
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
    recentRuns(db, caller.organizationId, templates, now()),
  ]);
  const items = templates.map((template) => presentListed(template, makers, versions, runs.get(template.id) ?? []));
  return { items, total: total?.count ?? 0, page: input.page, page_size: input.page_size };
};

export async function makersOf(
  db: Database,
  templates: readonly { createdBy: string | null }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(templates.flatMap(({ createdBy }) => createdBy ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function versionCounts(db: Database, templates: readonly Template[]): Promise<Map<string, number>> {
  if (templates.length === 0) return new Map();
  const rows = await db
    .select({ id: evalTemplateVersions.templateId, count: count() })
    .from(evalTemplateVersions)
    .where(
      inArray(
        evalTemplateVersions.templateId,
        templates.map(({ id }) => id),
      ),
    )
    .groupBy(evalTemplateVersions.templateId);
  return new Map(rows.map((row) => [row.id, row.count]));
}

const MONTH_MS = 30 * 24 * 3_600_000;

async function recentRuns(db: Database, organizationId: string, templates: readonly Template[], now: Date) {
  const since = new Date(now.getTime() - MONTH_MS).toISOString();
  if (templates.length === 0) return new Map<string, never[]>();
  const rows = await db
    .select({
      id: evalLogs.templateId,
      day: sql<string>`to_char(${evalLogs.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`,
      runs: count(),
      errors: sql<number>`count(*) filter (where ${evalLogs.outcome} = 'error')::int`,
    })
    .from(evalLogs)
    .where(
      and(
        eq(evalLogs.organizationId, organizationId),
        inArray(
          evalLogs.templateId,
          templates.map(({ id }) => id),
        ),
        isNull(evalLogs.deletedAt),
        sql`${evalLogs.createdAt} >= ${since}::timestamptz`,
      ),
    )
    .groupBy(sql`1, 2`)
    .orderBy(sql`2`);
  return groupBy(rows, ({ id }) => id);
}

/** The definition that the fields make. Throws for what cannot be run. */
export async function definitionOf(
  { db, caller }: Context,
  before: Template["version"]["definition"],
  settings: moved.TemplateSettings,
  isDraft: boolean,
  ownId: string | null = null,
) {
  const children = settings.children ?? before.children;
  const parts = await templatesInOrganization(
    db,
    caller.organizationId,
    children.map(({ template_id }) => template_id),
  );
  if (parts.length < new Set(children.map(({ template_id }) => template_id.toLowerCase())).size)
    throw invalidField("children", "One or more templates do not exist.");
  // Nor of itself: it is composite from then on.
  if (ownId !== null && parts.some(({ id }) => id === ownId))
    throw invalidField("children", "A template cannot be a part of itself.");
  if (parts.some(({ version }) => version.definition.children.length > 0))
    throw invalidField("children", "A composite template cannot be a part of another.");
  const definition = changedDefinition(
    before,
    settings,
    parts.map(({ version }) => version.definition),
  );
  if (!isOwnCode(definition) && settings.code?.trim())
    throw invalidField("code", "Only templates with eval_type code can have code.");
  const problem = isDraft ? null : (definitionProblem(definition) ?? (await problemOfCode(definition)));
  if (problem) throw invalidField(problem.field, problem.message);
  return isOwnCode(definition) && definition.required_keys.length === 0
    ? { ...definition, required_keys: await namedInCode(definition) }
    : definition;
}

/** The inputs that the code itself reads, if they are not listed. */
async function namedInCode({ code }: TemplateDefinition): Promise<string[]> {
  const { inputNames } = await import("../code/input-names");
  const names = inputNames(code ?? "");
  const areNames = names.length <= MAX_KEYS && names.every((name) => name.trim() !== "" && name.length <= MAX_KEY);
  return areNames ? names : [];
}

async function problemOfCode({ code, code_language: language }: TemplateDefinition) {
  if (language === null) return null;
  const message = await codeProblem(code ?? "", language);
  return message && { field: language === "javascript" ? "code" : "code_language", message };
}

const taken = (name: string) => invalidField("name", `A template named ${name} exists already.`);

/** Built-in templates have their names everywhere; an organization's own are held apart by an index. */
async function isBuiltInName(db: Database, name: string): Promise<boolean> {
  const [known] = await db
    .select({ id: evalTemplates.id })
    .from(evalTemplates)
    .where(
      and(
        isNull(evalTemplates.organizationId),
        isNull(evalTemplates.deletedAt),
        sql`lower(${evalTemplates.name}) = ${name.toLowerCase()}`,
      ),
    );
  return known !== undefined;
}

type NewTemplate = Pick<typeof evalTemplates.$inferInsert, "name" | "description" | "evalType" | "tags"> & {
  draft?: boolean;
};

async function insertTemplate(
  { db, caller }: Context,
  template: NewTemplate,
  definition: Template["version"]["definition"],
) {
  if (await isBuiltInName(db, template.name)) throw taken(template.name);
  const { organizationId, workspaceId, userId } = caller;
  const templateType = definition.children.length > 0 ? ("composite" as const) : ("single" as const);
  const [row] = await db
    .insert(evalTemplates)
    .values({ ...template, templateType, organizationId, workspaceId, createdBy: userId })
    .onConflictDoNothing()
    .returning();
  if (!row) throw taken(template.name);
  await db
    .insert(evalTemplateVersions)
    .values({ templateId: row.id, number: 1, definition, fingerprint: fingerprintOf(definition), createdBy: userId });
  return { id: row.id, name: row.name, version: "V1" };
}

export const createEvalTemplate: Verb<typeof contracts.createEvalTemplate> = (context, input) =>
  inTransaction(context, async (inner) => {
    const name = input.name ?? (input.is_draft ? `draft-${crypto.randomUUID().slice(0, 8)}` : null);
    if (!name) throw invalidField("name", "This field is required.");
    const definition = await definitionOf(
      inner,
      {
        ...plainDefinition,
        ...(input.eval_type === "code" ? { code: "", code_language: "javascript" } : { model: "turing_large" }),
      },
      { output_type: "pass_fail", ...settingsIn(input) },
      input.is_draft,
    );
    const { description, eval_type: evalType, tags, is_draft: draft } = input;
    return insertTemplate(inner, { name, description, evalType, tags, draft }, definition);
  });

export const getEvalTemplate: Verb<typeof detailContracts.getEvalTemplate> = async ({ db, caller }, { id }) =>
  detailOf(db, await templateInOrganization(db, caller.organizationId, id));

async function detailOf(db: Database, template: Template) {
  const [makers, versions] = await Promise.all([makersOf(db, [template]), versionCounts(db, [template])]);
  return presentDetail(template, makers, versions);
}

/** The organization's own template, held until the transaction ends. A built-in one is none. */
export async function lockOwnTemplate({ db, caller }: Context, id: string): Promise<Template> {
  const own = and(
    eq(evalTemplates.id, id),
    eq(evalTemplates.organizationId, caller.organizationId),
    isNull(evalTemplates.deletedAt),
  );
  const [locked] = await db.select({ id: evalTemplates.id }).from(evalTemplates).where(own).for("update");
  if (!locked) throw notFound("Evaluation template not found.");
  return templateInOrganization(db, caller.organizationId, id);
}

export const updateEvalTemplate: Verb<typeof contracts.updateEvalTemplate> = (
  context,
  { id, name, description, tags, message, is_draft, ...others },
) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const template = await lockOwnTemplate(inner, id);
    if (name !== undefined && name !== template.name && (await isBuiltInName(db, name))) throw taken(name);
    const before = template.version.definition;
    const settings = settingsIn(others);
    const draft = template.draft && (is_draft ?? name === undefined);
    const isChecked = Object.keys(settings).length > 0 || template.draft !== draft;
    const definition = isChecked ? await definitionOf(inner, before, settings, draft, template.id) : before;
    if (fingerprintOf(definition) !== template.version.fingerprint)
      await addVersion(inner, template, definition, message ?? "");
    try {
      await db
        .update(evalTemplates)
        .set({
          ...(name === undefined ? {} : { name }),
          draft,
          ...(description === undefined ? {} : { description }),
          ...(tags === undefined ? {} : { tags }),
          updatedAt: sql`now()`,
        })
        .where(eq(evalTemplates.id, template.id));
    } catch (error) {
      throw databaseErrorCode(error) === "23505" ? taken(name ?? "") : error;
    }
    return detailOf(db, await templateInOrganization(db, caller.organizationId, id));
  });

/** Adds a version to a template that is held, and makes it the current one. */
export async function addVersion(
  { db, caller }: Context,
  template: Template,
  definition: Template["version"]["definition"],
  message: string,
) {
  const [newest] = await db
    .select({ number: sql<number>`max(${evalTemplateVersions.number})` })
    .from(evalTemplateVersions)
    .where(eq(evalTemplateVersions.templateId, template.id));
  const number = (newest?.number ?? 0) + 1;
  const [row] = await db
    .insert(evalTemplateVersions)
    .values({
      templateId: template.id,
      number,
      definition,
      fingerprint: fingerprintOf(definition),
      message,
      createdBy: caller.userId,
    })
    .returning();
  if (!row) throw new Error("the version was not stored");
  await db
    .update(evalTemplates)
    .set({
      currentVersion: number,
      templateType: definition.children.length > 0 ? "composite" : "single",
      updatedAt: sql`now()`,
    })
    .where(eq(evalTemplates.id, template.id));
  return row;
}

export const deleteEvalTemplates: Verb<typeof contracts.deleteEvalTemplates> = (context, { template_ids: ids }) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const deleted = await db
      .update(evalTemplates)
      .set({ deletedAt: now() })
      .where(
        and(
          inArray(evalTemplates.id, ids),
          eq(evalTemplates.organizationId, caller.organizationId),
          isNull(evalTemplates.deletedAt),
        ),
      )
      .returning({ id: evalTemplates.id });
    const gone = deleted.map(({ id }) => id);
    if (gone.length > 0) await db.delete(evalGroupMembers).where(inArray(evalGroupMembers.templateId, gone));
    return { deleted_count: gone.length };
  });

export const duplicateEvalTemplate: Verb<typeof contracts.duplicateEvalTemplate> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const template = await templateInOrganization(db, caller.organizationId, input.eval_template_id);
    if (template.evalType === "code" && isBuiltIn(template))
      throw invalidField("eval_template_id", "Computed templates cannot be duplicated: they have nothing to edit.");
    const { description, evalType, tags } = template;
    return insertTemplate(inner, { name: input.name, description, evalType, tags }, template.version.definition);
  });

export const listEvalTemplateNames: Verb<typeof listContracts.listEvalTemplateNames> = async (
  { db, caller },
  { search },
) =>
  db
    .select({ id: evalTemplates.id, name: evalTemplates.name, description: evalTemplates.description })
    .from(evalTemplates)
    .where(
      and(offered(caller.organizationId), search ? sql`${evalTemplates.name} ilike ${contains(search)}` : undefined),
    )
    .orderBy(asc(sql`lower(${evalTemplates.name})`));
