import { and, eq, isNotNull, sql } from "drizzle-orm";
import { databaseErrorCode } from "@/db/error-code";
import { labels, projects } from "@/db/schema";
import { type LabelRow, labelInOrganization } from "@/lib/annotation/scope/loaders";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/labels";
import { conflict, Failure, invalid, invalidField, notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { inTransaction } from "@/lib/transaction";
import { answeredLoss, refusalOf } from "./label-loss";
import { presentLabel } from "./present-labels";
import { renameAnswers } from "./rename-options";
import { settingsProblem } from "./rules/label-settings";
import { type Renaming, renamedSettings, renamingProblem, withFormerNames } from "./rules/renamed-options";
import { notedAnswers } from "./rules/required-note";

const TAKEN = "A label with this name and type already exists in the selected project.";
const taken = () => invalid(TAKEN, { fields: { non_field_errors: [TAKEN] } });

type WithSettings = Pick<LabelRow, "type" | "settings" | "allowNotes">;

const NOTES_OFF = "Must be true if settings.note_required_for names an answer.";

function assertSettings({ type, settings, allowNotes }: WithSettings, prefix = ""): void {
  const lacksNotes = !allowNotes && notedAnswers(settings).length > 0;
  const problem = settingsProblem(type, settings) ?? (lacksNotes ? { field: "allow_notes", message: NOTES_OFF } : null);
  if (!problem) return;
  const message = `${problem.field}: ${problem.message}`;
  throw new Failure("invalid", `${prefix}${message}`, { fields: { [problem.field]: [problem.message] } });
}

/** The project that a request names. Throws a 400 that names the field if the organization does not have it. */
async function namedProject(db: Context["db"], organizationId: string, id: string | null | undefined) {
  if (!id) return null;
  const own = and(eq(projects.id, id), eq(projects.organizationId, organizationId));
  const [project] = await db.select({ id: projects.id }).from(projects).where(own);
  if (!project) throw invalidField("project", "There is no such project.");
  return project.id;
}

export type NewLabel = Parameters<Verb<typeof contracts.createLabel>>[1];

export const createLabel: Verb<typeof contracts.createLabel> = async (context, input) => {
  const row = await insertLabel(context, input);
  if (!row) throw taken();
  return presentLabel(row);
};

/** Null if its name is taken. */
export async function insertLabel({ db, caller }: Context, input: NewLabel): Promise<LabelRow | null> {
  assertSettings({ ...input, allowNotes: input.allow_notes }, "Annotation label creation failed: ");
  const projectId = await namedProject(db, caller.organizationId, input.project);
  const [row] = await db
    .insert(labels)
    .values({
      organizationId: caller.organizationId,
      workspaceId: caller.workspaceId,
      projectId,
      name: input.name,
      type: input.type,
      settings: input.settings,
      description: input.description ?? null,
      allowNotes: input.allow_notes,
      createdBy: caller.userId,
    })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

export const getLabel: Verb<typeof contracts.getLabel> = async ({ db, caller }, { id }) =>
  presentLabel(await labelInOrganization(db, caller.organizationId, id));

export const replaceLabel: Verb<typeof contracts.replaceLabel> = (context, { id, ...input }) =>
  changeLabel(context, id, {
    name: input.name,
    type: input.type,
    settings: input.settings,
    description: input.description ?? null,
    projectId: input.project ?? null,
    allowNotes: input.allow_notes,
  });

export const updateLabel: Verb<typeof contracts.updateLabel> = (context, { id, ...input }) =>
  changeLabel(
    context,
    id,
    {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.type === undefined ? {} : { type: input.type }),
      ...(input.settings === undefined ? {} : { settings: input.settings }),
      ...(input.description === undefined ? {} : { description: input.description }),
      ...(input.project === undefined ? {} : { projectId: input.project }),
      ...(input.allow_notes === undefined ? {} : { allowNotes: input.allow_notes }),
    },
    input.renamed_options,
    input.base_version,
  );

type Change = Partial<Pick<LabelRow, "name" | "type" | "settings" | "description" | "projectId" | "allowNotes">>;

const changeLabel = (
  context: Context,
  id: string,
  change: Change,
  renamings: readonly Renaming[] = [],
  baseVersion?: number,
) => inTransaction(context, (inner) => changeLocked(inner, id, change, renamings, baseVersion));

async function changeLocked(
  { db, caller }: Context,
  id: string,
  requested: Change,
  renamings: readonly Renaming[],
  baseVersion: number | undefined,
) {
  const before = await labelInOrganization(db, caller.organizationId, id, "update");
  assertBase(before, baseVersion);
  if (Object.keys(requested).length === 0 && renamings.length === 0) return presentLabel(before);
  const next = { ...before, ...requested };
  if (requested.settings) assertSettings(next);
  else if (renamings.length > 0) next.settings = renamedSettings(before.settings, renamings);
  assertRenamings(before, next, renamings);
  assertSettings(next);
  const settings = withFormerNames(before.settings, next.settings, renamings);
  const change = requested.settings || renamings.length > 0 ? { ...requested, settings } : requested;
  const after = { ...before, ...change };
  await namedProject(db, caller.organizationId, change.projectId);
  const loss = await answeredLoss(db, before, after, renamings);
  if (loss) throw refusalOf(loss);
  if (renamings.length > 0) await renameAnswers(db, id, renamings);
  const isNewVersion =
    after.name !== before.name ||
    after.type !== before.type ||
    JSON.stringify(after.settings) !== JSON.stringify(before.settings);
  try {
    const [row] = await db
      .update(labels)
      .set({ ...change, ...(isNewVersion ? { version: sql`${labels.version} + 1` } : {}) })
      .where(and(eq(labels.id, id), inOrganization(labels, caller.organizationId)))
      .returning();
    if (!row) throw notFound("Label not found.");
    return presentLabel(row);
  } catch (error) {
    throw databaseErrorCode(error) === "23505" ? taken() : error;
  }
}

function assertBase({ version }: LabelRow, base: number | undefined): void {
  if (base === undefined || base === version) return;
  const meanwhile = `The label was changed meanwhile: it has version ${version}, and you edited version ${base}.`;
  throw conflict(`${meanwhile} Keep a copy of your changes, and edit the label again.`);
}

function assertRenamings(before: LabelRow, after: LabelRow, renamings: readonly Renaming[]): void {
  if (renamings.length === 0) return;
  const problem =
    before.type === "categorical" && after.type === "categorical"
      ? renamingProblem(before.settings, after.settings, renamings)
      : "Only categorical labels have options.";
  if (problem) throw invalidField("renamed_options", problem);
}

export const deleteLabel: Verb<typeof contracts.deleteLabel> = async ({ db, caller, now }, { id }) => {
  const [row] = await db
    .update(labels)
    .set({ deletedAt: now() })
    .where(and(eq(labels.id, id), inOrganization(labels, caller.organizationId)))
    .returning({ id: labels.id });
  if (!row) throw notFound("Label not found.");
  return { deleted: true };
};

export const restoreLabel: Verb<typeof contracts.restoreLabel> = async ({ db, caller }, { id }) => {
  try {
    const [row] = await db
      .update(labels)
      .set({ deletedAt: null })
      .where(and(eq(labels.id, id), eq(labels.organizationId, caller.organizationId), isNotNull(labels.deletedAt)))
      .returning();
    if (!row) throw notFound("Label not found or not archived.");
    return presentLabel(row);
  } catch (error) {
    if (databaseErrorCode(error) !== "23505") throw error;
    throw conflict("An active label now uses this name and type. Rename that label first.");
  }
};
