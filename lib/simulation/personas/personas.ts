import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { personas } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import { personaOptions, writingOptions } from "@/lib/contracts/simulation/names";
import type * as contracts from "@/lib/contracts/simulation/personas";
import type { PersonaProfile } from "@/lib/contracts/simulation/profile";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { inWorkspace, type Workspace } from "@/lib/owned-rows";
import { assertPage, hasText, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { plainProfile } from "./built-in";
import { builtIn, visiblePersonas } from "./loaders";

type PersonaRow = typeof personas.$inferSelect;
type Search = Parameters<typeof listPersonas>[1];

const present = ({ id, name, description, profile, isDefault, ...row }: PersonaRow) => ({
  id,
  persona_type: row.organizationId === null ? ("system" as const) : ("workspace" as const),
  name,
  description,
  ...profile,
  is_default: isDefault,
  workspace: row.workspaceId,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const listPersonas: Verb<typeof contracts.listPersonas> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const where = and(
    visiblePersonas(caller),
    input.type === "prebuilt" ? builtIn : input.type === "custom" ? inWorkspace(personas, caller) : undefined,
    input.search ? hasText(personas.name, input.search) : undefined,
    input.simulation_type ? eq(sql`${personas.profile} ->> 'simulation_type'`, input.simulation_type) : undefined,
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(personas).where(where),
    db
      .select()
      .from(personas)
      .where(where)
      .orderBy(asc(sql`lower(${personas.name})`), personas.id)
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map(present) };
};

const listOf =
  (type: Search["type"]): Verb<typeof contracts.listSystemPersonas> =>
  (context, input) =>
    listPersonas(context, { ...input, type });

export const listSystemPersonas = listOf("prebuilt");
export const listWorkspacePersonas = listOf("custom");

const words = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1).replaceAll("_", " ");

export const getPersonaOptions: Verb<typeof contracts.getPersonaOptions> = async () =>
  Object.fromEntries(
    Object.entries<readonly string[]>({ ...personaOptions, ...writingOptions }).map(([member, values]) => [
      member,
      values.map((value) => ({ value, label: words(value) })),
    ]),
  );

async function personaFor(db: Database, workspace: Workspace, id: string): Promise<PersonaRow> {
  const [row] = await db
    .select()
    .from(personas)
    .where(and(visiblePersonas(workspace), eq(personas.id, id)));
  if (!row) throw notFound("Persona not found.");
  return row;
}

/** One of the workspace's personas, for a change. */
async function ownPersona(db: Database, workspace: Workspace, id: string): Promise<PersonaRow> {
  const row = await personaFor(db, workspace, id);
  if (row.organizationId === null) throw invalid("A built-in persona cannot be changed. Duplicate it first.");
  return row;
}

type PersonaInput = { [Name in keyof PersonaProfile]?: PersonaProfile[Name] | undefined } & {
  profession?: string[] | undefined;
  language?: string | string[] | undefined;
  custom_properties?: Record<string, unknown> | undefined;
};

/** The previous fields, with the sent ones applied. */
function profileWith(
  before: PersonaProfile,
  { profession, language, custom_properties, ...fields }: PersonaInput,
): PersonaProfile {
  const all: PersonaInput = {
    ...fields,
    occupation: fields.occupation ?? profession,
    languages: fields.languages ?? (language === undefined ? undefined : [language].flat()),
    metadata: fields.metadata ?? custom_properties,
  };
  const names = Object.keys(before) as (keyof PersonaProfile)[]; // safe: a profile has no other names
  return {
    ...before,
    ...Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]))),
  };
}

const taken = (name: string) => invalidField("name", `A persona named "${name}" already exists.`);

async function isBuiltIn(db: Database, name: string): Promise<boolean> {
  const [known] = await db
    .select({ id: personas.id })
    .from(personas)
    .where(and(builtIn, eq(sql`lower(${personas.name})`, name.toLowerCase())));
  return known !== undefined;
}

async function insert({ db, caller }: Context, name: string, description: string, profile: PersonaProfile) {
  if (await isBuiltIn(db, name)) throw taken(name);
  const { organizationId, workspaceId, userId } = caller;
  const [row] = await db
    .insert(personas)
    .values({ organizationId, workspaceId, name, description, profile, createdBy: userId })
    .onConflictDoNothing()
    .returning();
  if (!row) throw taken(name);
  return present(row);
}

export const createPersona: Verb<typeof contracts.createPersona> = (context, { name, description, ...fields }) =>
  insert(context, name, description, profileWith(plainProfile, fields));

export const getPersona: Verb<typeof contracts.getPersona> = async ({ db, caller }, { persona_id }) =>
  present(await personaFor(db, caller, persona_id));

interface Change {
  name?: string | undefined;
  description?: string | undefined;
}

const change = (
  context: Context,
  id: string,
  { name, description }: Change,
  fields: PersonaInput,
  before?: PersonaProfile,
) =>
  inTransaction(context, async ({ db, caller }) => {
    const row = await ownPersona(db, caller, id);
    if (name !== undefined && (await isBuiltIn(db, name))) throw taken(name);
    const profile = profileWith(before ?? row.profile, fields);
    try {
      const [changed] = await db
        .update(personas)
        .set({
          name: name ?? row.name,
          description: description ?? row.description,
          profile,
          updatedAt: sql`clock_timestamp()`,
        })
        .where(eq(personas.id, row.id))
        .returning();
      return present(changed ?? row);
    } catch (error) {
      throw databaseErrorCode(error) === "23505" ? taken(name ?? "") : error;
    }
  });

export const replacePersona: Verb<typeof contracts.replacePersona> = (
  context,
  { persona_id, name, description, ...fields },
) => change(context, persona_id, { name, description }, fields, plainProfile);

export const updatePersona: Verb<typeof contracts.updatePersona> = (
  context,
  { persona_id, name, description, ...fields },
) => change(context, persona_id, { name, description }, fields);

export const deletePersona: Verb<typeof contracts.deletePersona> = (context, { persona_id }) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const row = await ownPersona(db, caller, persona_id);
    await db.update(personas).set({ deletedAt: now() }).where(eq(personas.id, row.id));
    return { message: "Persona deleted successfully" };
  });

export const duplicatePersona: Verb<typeof contracts.duplicatePersona> = async (context, { persona_id, name }) => {
  const { description, profile } = await personaFor(context.db, context.caller, persona_id);
  return insert(context, name, description, profile);
};
