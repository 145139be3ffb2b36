// The only ways to load a prompt, its versions and labels: each names the organization that it must belong to.
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { promptLabels, promptLabelTargets, prompts, promptVersions, users } from "@/db/schema";
import { systemLabels, versionName } from "@/lib/contracts/prompts/names";
import type { PromptLabel } from "@/lib/contracts/prompts/shapes";
import { notFound } from "@/lib/errors";
import type { PromptRow, PromptVersionRow } from "@/lib/gateway-admin/prompts/projection";
import { inOrganization } from "@/lib/owned-rows";
import { isNamed } from "@/lib/pages";

export type { PromptRow, PromptVersionRow };

export async function promptInOrganization(db: Database, organizationId: string, id: string): Promise<PromptRow> {
  const [row] = await db
    .select()
    .from(prompts)
    .where(and(inOrganization(prompts, organizationId), eq(prompts.id, id)));
  if (!row) throw notFound("Prompt not found.");
  return row;
}

const named = (organizationId: string, name: string) =>
  and(inOrganization(prompts, organizationId), isNamed(prompts.name, name));

export async function promptByName(db: Database, organizationId: string, name: string): Promise<PromptRow> {
  const [row] = await db.select().from(prompts).where(named(organizationId, name));
  if (!row) throw notFound("No prompt has this name.");
  return row;
}

/** The prompt, locked until the transaction ends: everything that changes its versions and labels takes turns. */
export async function lockPromptInOrganization(db: Database, organizationId: string, id: string): Promise<PromptRow> {
  const [row] = await db
    .select()
    .from(prompts)
    .where(and(inOrganization(prompts, organizationId), eq(prompts.id, id)))
    .for("update");
  if (!row) throw notFound("Prompt not found.");
  return row;
}

/** The number in a version's name, such as 3 of "v3"; null for any other text. */
export function numberOf(version: string): number | null {
  const [, digits] = /^v?([1-9]\d{0,5})$/i.exec(version) ?? [];
  return digits === undefined ? null : Number(digits);
}

export async function versionOf(db: Database, prompt: PromptRow, version: string): Promise<PromptVersionRow> {
  const number = numberOf(version);
  if (number === null) throw notFound("The prompt has no such version.");
  const [row] = await db
    .select()
    .from(promptVersions)
    .where(and(eq(promptVersions.promptId, prompt.id), eq(promptVersions.number, number)));
  if (!row) throw notFound(`The prompt has no version ${versionName(number)}.`);
  return row;
}

/** The version that is set as default, else the newest committed one, else the newest draft. */
export async function defaultVersionOf(db: Database, prompt: PromptRow): Promise<PromptVersionRow> {
  const isDefault = sql`${promptVersions.number} = ${prompt.defaultNumber ?? 0}`;
  const [row] = await db
    .select()
    .from(promptVersions)
    .where(eq(promptVersions.promptId, prompt.id))
    .orderBy(desc(isDefault), asc(promptVersions.isDraft), desc(promptVersions.number))
    .limit(1);
  if (!row) throw notFound("The prompt has no version.");
  return row;
}

/** The labels that every organization has, and its own by name. */
export async function labelsInOrganization(db: Database, organizationId: string): Promise<PromptLabel[]> {
  const own = await db
    .select({ id: promptLabels.id, name: promptLabels.name })
    .from(promptLabels)
    .where(eq(promptLabels.organizationId, organizationId))
    .orderBy(asc(sql`lower(${promptLabels.name})`));
  return [
    ...systemLabels.map(({ id, name }) => ({ id, name, type: "system" as const })),
    ...own.map((label) => ({ ...label, type: "custom" as const })),
  ];
}

export async function labelInOrganization(db: Database, organizationId: string, id: string): Promise<PromptLabel> {
  const found = (await labelsInOrganization(db, organizationId)).find((label) => label.id === id.toLowerCase());
  if (!found) throw notFound("Label not found.");
  return found;
}

/**
 * Nobody deletes the label until this transaction ends. Throws a 404 if somebody just has. Call under the prompt's lock: a
 * deletion of the label locks no prompt.
 */
export async function keepLabel(tx: Database, { id, type }: PromptLabel): Promise<void> {
  if (type === "system") return;
  const kept = await tx.execute(sql`select from ${promptLabels} where id = ${id} for key share`);
  if (kept.length === 0) throw notFound("Label not found.");
}

/** The version of the prompt to which a label of this name points. */
export async function versionWithLabel(db: Database, prompt: PromptRow, label: string): Promise<PromptVersionRow> {
  const labels = await labelsInOrganization(db, prompt.organizationId);
  const id = labels.find(({ name }) => name.toLowerCase() === label.toLowerCase())?.id;
  const [row] = id
    ? await db
        .select({ version: promptVersions })
        .from(promptLabelTargets)
        .innerJoin(promptVersions, eq(promptVersions.id, promptLabelTargets.versionId))
        .where(and(eq(promptLabelTargets.promptId, prompt.id), eq(promptLabelTargets.labelId, id)))
    : [];
  if (!row) throw notFound(`No version found for label "${label}".`);
  return row.version;
}

export interface LabelTarget extends PromptLabel {
  promptId: string;
  versionId: string;
}

/** Where labels of these prompts point. */
export async function labelTargets(
  db: Database,
  organizationId: string,
  promptIds: readonly string[],
): Promise<LabelTarget[]> {
  if (promptIds.length === 0) return [];
  const labels = await labelsInOrganization(db, organizationId);
  const rows = await db
    .select({
      promptId: promptLabelTargets.promptId,
      labelId: promptLabelTargets.labelId,
      versionId: promptLabelTargets.versionId,
    })
    .from(promptLabelTargets)
    .innerJoin(prompts, eq(prompts.id, promptLabelTargets.promptId))
    .where(and(inOrganization(prompts, organizationId), inArray(promptLabelTargets.promptId, [...promptIds])));
  return labels.flatMap((label) =>
    rows.flatMap(({ labelId, ...target }) => (labelId === label.id ? [{ ...label, ...target }] : [])),
  );
}

export interface Author {
  id: string;
  name: string;
}

export async function authorOf(db: Database, id: string | null): Promise<Author | null> {
  if (id === null) return null;
  const [row] = await db.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, id));
  return row ?? null;
}
