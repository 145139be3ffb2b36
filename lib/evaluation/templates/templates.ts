import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { evalGroupMembers, evalTemplates, evalTemplateVersions } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import { settingsIn } from "@/lib/contracts/evaluation/shapes/template-settings";
import type * as detailContracts from "@/lib/contracts/evaluation/template-detail";
import type * as contracts from "@/lib/contracts/evaluation/templates";
import { invalidField, notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { isNamed } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { plainDefinition } from "./catalogue";
import { definitionOf, type PartsField } from "./checked-definition";
import { fingerprintOf } from "./fingerprint";
import { isBuiltIn, type Template, templateInOrganization } from "./loaders";
import { makersOf, versionCounts } from "./makers";
import { presentDetail } from "./present";

const taken = (name: string) => invalidField("name", `A template named "${name}" already exists.`);

/** Built-in names apply everywhere. An index keeps an organization's own names unique. */
async function isBuiltInName(db: Database, name: string): Promise<boolean> {
  const [known] = await db
    .select({ id: evalTemplates.id })
    .from(evalTemplates)
    .where(
      and(isNull(evalTemplates.organizationId), isNull(evalTemplates.deletedAt), isNamed(evalTemplates.name, name)),
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

type NewInput = Parameters<Verb<typeof contracts.createEvalTemplate>>[1];
type UpdateInput = Parameters<Verb<typeof contracts.updateEvalTemplate>>[1];

export const createEvalTemplate: Verb<typeof contracts.createEvalTemplate> = (context, input) =>
  createTemplate(context, input);

export const createTemplate = (context: Context, input: NewInput, partsField: PartsField = "children") =>
  inTransaction(context, async (inner) => {
    const name = input.name ?? (input.is_draft ? `draft-${crypto.randomUUID().slice(0, 8)}` : null);
    if (!name) throw invalidField("name", "This field is required.");
    const definition = await definitionOf(inner, {
      before: {
        ...plainDefinition,
        ...(input.eval_type === "code" ? { code: "", code_language: "javascript" } : { model: "turing_large" }),
      },
      settings: { output_type: "pass_fail", ...settingsIn(input) },
      isDraft: input.is_draft,
      partsField,
    });
    const { description, eval_type: evalType, tags, is_draft: draft } = input;
    return insertTemplate(inner, { name, description, evalType, tags, draft }, definition);
  });

export const getEvalTemplate: Verb<typeof detailContracts.getEvalTemplate> = async ({ db, caller }, { id }) =>
  detailOf(db, await templateInOrganization(db, caller.organizationId, id));

async function detailOf(db: Database, template: Template) {
  const [makers, versions] = await Promise.all([makersOf(db, [template]), versionCounts(db, [template])]);
  return presentDetail(template, makers, versions);
}

/** The organization's own template, locked until the transaction ends. Built-in templates are not found. */
export async function lockOwnTemplate({ db, caller }: Context, id: string): Promise<Template> {
  const own = and(eq(evalTemplates.id, id), inOrganization(evalTemplates, caller.organizationId));
  const [locked] = await db.select({ id: evalTemplates.id }).from(evalTemplates).where(own).for("update");
  if (!locked) throw notFound("Evaluation template not found.");
  return templateInOrganization(db, caller.organizationId, id);
}

export const updateEvalTemplate: Verb<typeof contracts.updateEvalTemplate> = (context, input) =>
  inTransaction(context, async (inner) => {
    const template = await updateTemplate(inner, input);
    return { ...(await detailOf(inner.db, template)), updated: true };
  });

export const updateTemplate = (
  context: Context,
  { id, name, description, tags, message, is_draft, publish, ...others }: UpdateInput,
  partsField: PartsField = "children",
): Promise<Template> =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const template = await lockOwnTemplate(inner, id);
    if (name !== undefined && name !== template.name && (await isBuiltInName(db, name))) throw taken(name);
    const before = template.version.definition;
    const settings = settingsIn(others);
    const draft = template.draft && (publish === undefined ? (is_draft ?? name === undefined) : !publish);
    const isChecked = Object.keys(settings).length > 0 || template.draft !== draft;
    const change = { before, settings, isDraft: draft, ownId: template.id, partsField };
    const definition = isChecked ? await definitionOf(inner, change) : before;
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
    return templateInOrganization(db, caller.organizationId, id);
  });

/** Adds a version to a locked template, and makes it the current one. */
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

export const deleteEvalTemplate: Verb<typeof contracts.deleteEvalTemplate> = async (context, input) => {
  const { deleted_count: count } = await deleteEvalTemplates(context, { template_ids: [input.eval_template_id] });
  if (count === 0) throw notFound("Evaluation template not found.");
  return { deleted: true };
};

export const deleteEvalTemplates: Verb<typeof contracts.deleteEvalTemplates> = (context, { template_ids: ids }) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const deleted = await db
      .update(evalTemplates)
      .set({ deletedAt: now() })
      .where(and(inArray(evalTemplates.id, ids), inOrganization(evalTemplates, caller.organizationId)))
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
    // Its ground truth is its own.
    const { ground_truth: _groundTruth, ...definition } = template.version.definition;
    const copy = await insertTemplate(inner, { name: input.name, description, evalType, tags }, definition);
    return { ...copy, eval_template_id: copy.id, message: `${copy.name} is a copy of ${template.name}.` };
  });
