// Brings committed versions of prompts to Redis, where the gateway reads them. Call these inside `changeProjected`.
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prompts, type promptVersions } from "@/db/schema";
import { labelField, nameField, type ProjectedVersion, promptsOf, versionField } from "@/lib/gateway/prompts/projected";
import { writeProjection } from "../write-projection";
import { readPages } from "./read-pages";

export type PromptRow = typeof prompts.$inferSelect;
export type PromptVersionRow = typeof promptVersions.$inferSelect;
type Fields = Record<string, string>;

const projected = (name: string, { number, content }: Pick<PromptVersionRow, "number" | "content">): string =>
  JSON.stringify({ name, number, content } satisfies ProjectedVersion);

export const projectVersion = (prompt: PromptRow, version: PromptVersionRow): Promise<void> =>
  putFields(promptsOf(prompt.organizationId), {
    [nameField(prompt.name)]: prompt.id,
    [versionField(prompt.name, version.number)]: projected(prompt.name, version),
  });

/** Null where the label no longer points anywhere. */
export const projectLabel = (prompt: PromptRow, label: string, version: PromptVersionRow | null): Promise<void> =>
  version
    ? putFields(promptsOf(prompt.organizationId), { [labelField(prompt.name, label)]: projected(prompt.name, version) })
    : dropFields(prompt, [labelField(prompt.name, label)]);

export const dropVersion = (prompt: PromptRow, number: number): Promise<void> =>
  dropFields(prompt, [versionField(prompt.name, number)]);

/** The prompt is deleted, or gets the name `next`. */
export async function projectName(tx: Database, prompt: PromptRow, next: string | null): Promise<void> {
  for await (const fields of pagesOf(tx, eq(prompts.id, prompt.id))) {
    await dropFields(prompt, [nameField(prompt.name), ...fields.map(({ fieldOf }) => fieldOf(prompt.name))]);
    if (next !== null)
      await putFields(
        promptsOf(prompt.organizationId),
        fieldsUnder(() => next, fields),
      );
  }
}

/** Writes every prompt again. The gateway sees an organization's old ones until its new ones are complete. */
export async function rebuildPrompts(tx: Database): Promise<void> {
  const organizations = await tx
    .selectDistinct({ id: prompts.organizationId })
    .from(prompts)
    .where(isNull(prompts.deletedAt));
  for (const { id } of organizations) await rebuildOrganization(tx, id);
}

async function rebuildOrganization(tx: Database, organizationId: string): Promise<void> {
  const next = `${promptsOf(organizationId)}:next:${crypto.randomUUID()}`;
  const live = and(eq(prompts.organizationId, organizationId), isNull(prompts.deletedAt));
  let isWritten = false;
  for await (const fields of pagesOf(tx, live)) {
    await putFields(
      next,
      fieldsUnder(({ name }) => name, fields),
    );
    isWritten = true;
  }
  // An organization with drafts alone has none.
  if (isWritten) await writeProjection((redis) => redis.rename(next, promptsOf(organizationId)));
}

interface Field {
  promptId: string;
  name: string;
  version: Pick<PromptVersionRow, "number" | "content">;
  fieldOf(name: string): string;
}

async function* pagesOf(tx: Database, where: ReturnType<typeof and>): AsyncGenerator<Field[]> {
  for await (const rows of readPages(tx, where)) {
    yield rows.map(({ label, ...row }) => ({
      ...row,
      fieldOf: (name) => (label === null ? versionField(name, row.version.number) : labelField(name, label)),
    }));
  }
}

const fieldsUnder = (nameOf: (field: Field) => string, fields: readonly Field[]): Fields =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const name = nameOf(field);
      return [
        [nameField(name), field.promptId],
        [field.fieldOf(name), projected(name, field.version)],
      ];
    }),
  );

const putFields = (key: string, fields: Fields): Promise<void> => writeProjection((redis) => redis.hset(key, fields));

const dropFields = ({ organizationId }: PromptRow, names: string[]): Promise<void> =>
  writeProjection((redis) => redis.hdel(promptsOf(organizationId), ...names));
