// Brings committed versions of prompts to Redis, where the gateway reads them. Call these inside `changeProjected`.
import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { promptLabels, promptLabelTargets, prompts, promptVersions } from "@/db/schema";
import { systemLabels } from "@/lib/contracts/prompts/names";
import { labelField, nameField, type ProjectedVersion, promptsOf, versionField } from "@/lib/gateway/prompts/projected";
import { groupBy } from "@/lib/group-by";
import { writeProjection } from "../write-projection";

export type PromptRow = typeof prompts.$inferSelect;
export type PromptVersionRow = typeof promptVersions.$inferSelect;
type Fields = Record<string, string>;

/** Prompts that a rebuild reads at once. */
const BATCH = 20;

const projected = ({ name }: PromptRow, { number, content }: PromptVersionRow): string =>
  JSON.stringify({ name, number, content } satisfies ProjectedVersion);

export const projectVersion = (prompt: PromptRow, version: PromptVersionRow): Promise<void> =>
  putFields(prompt, {
    [nameField(prompt.name)]: prompt.id,
    [versionField(prompt.name, version.number)]: projected(prompt, version),
  });

/** Null where the label no longer points anywhere. */
export const projectLabel = (prompt: PromptRow, label: string, version: PromptVersionRow | null): Promise<void> =>
  version
    ? putFields(prompt, { [labelField(prompt.name, label)]: projected(prompt, version) })
    : dropFields(prompt, [labelField(prompt.name, label)]);

export const dropVersion = (prompt: PromptRow, number: number): Promise<void> =>
  dropFields(prompt, [versionField(prompt.name, number)]);

/** The prompt is deleted, or gets the name `next`. */
export async function projectName(tx: Database, prompt: PromptRow, next: string | null): Promise<void> {
  const former = await fieldsOf(tx, [prompt]);
  await dropFields(prompt, Object.keys(former));
  if (next !== null) await putFields(prompt, await fieldsOf(tx, [{ ...prompt, name: next }]));
}

const putFields = ({ organizationId }: PromptRow, fields: Fields): Promise<void> =>
  writeProjection((redis) => redis.hset(promptsOf(organizationId), fields));

const dropFields = ({ organizationId }: PromptRow, names: string[]): Promise<void> =>
  writeProjection((redis) => redis.hdel(promptsOf(organizationId), ...names));

/** Writes every prompt again. The gateway sees the old ones of an organization until its new ones are complete. */
export async function rebuildPrompts(tx: Database): Promise<void> {
  const organizations = await tx
    .selectDistinct({ id: prompts.organizationId })
    .from(prompts)
    .where(isNull(prompts.deletedAt));
  for (const { id } of organizations) await rebuildOrganization(tx, id);
}

async function rebuildOrganization(tx: Database, organizationId: string): Promise<void> {
  const next = `${promptsOf(organizationId)}:next:${crypto.randomUUID()}`;
  for (let after: string | null = null; ; ) {
    const batch: PromptRow[] = await tx
      .select()
      .from(prompts)
      .where(
        and(
          eq(prompts.organizationId, organizationId),
          isNull(prompts.deletedAt),
          after === null ? undefined : gt(prompts.id, after),
        ),
      )
      .orderBy(asc(prompts.id))
      .limit(BATCH);
    const fields = await fieldsOf(tx, batch);
    if (batch.length > 0) await writeProjection((redis) => redis.hset(next, fields));
    after = batch.at(-1)?.id ?? null;
    if (batch.length < BATCH) break;
  }
  await writeProjection((redis) => redis.rename(next, promptsOf(organizationId)));
}

async function fieldsOf(tx: Database, rows: readonly PromptRow[]): Promise<Fields> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return {};
  const versions = await tx
    .select()
    .from(promptVersions)
    .where(and(inArray(promptVersions.promptId, ids), eq(promptVersions.isDraft, false)));
  const targets = await tx
    .select({ target: promptLabelTargets, name: promptLabels.name })
    .from(promptLabelTargets)
    .leftJoin(promptLabels, eq(promptLabels.id, promptLabelTargets.labelId))
    .where(inArray(promptLabelTargets.promptId, ids));
  const versionsOf = groupBy(versions, ({ promptId }) => promptId);
  const targetsOf = groupBy(targets, ({ target }) => target.promptId);
  return Object.fromEntries(
    rows.flatMap((prompt) => [
      [nameField(prompt.name), prompt.id],
      ...(versionsOf.get(prompt.id) ?? []).map((version) => [
        versionField(prompt.name, version.number),
        projected(prompt, version),
      ]),
      ...(targetsOf.get(prompt.id) ?? []).flatMap(({ target, name }) => {
        const label = name ?? systemLabels.find(({ id }) => id === target.labelId)?.name;
        const version = versions.find(({ id }) => id === target.versionId);
        return label && version ? [[labelField(prompt.name, label), projected(prompt, version)]] : [];
      }),
    ]),
  );
}
