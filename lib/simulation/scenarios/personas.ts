// The personas for a scenario's rows.
import { and, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { personas } from "@/db/schema";
import type { ScenarioRecipe } from "@/lib/contracts/simulation/scenario-recipe";
import { invalidField } from "@/lib/errors";
import type { Workspace } from "@/lib/owned-rows";
import { visiblePersonas } from "../personas/loaders";
import type { AllowedPersona } from "./rules/persona";

/** Those of them that the workspace can see. */
export async function personasAmong(db: Database, workspace: Workspace, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const known = await db
    .select({ id: personas.id })
    .from(personas)
    .where(and(visiblePersonas(workspace), inArray(personas.id, [...ids])));
  return new Set(known.map(({ id }) => id));
}

export function assertPersonas(ids: readonly string[], known: ReadonlySet<string>): void {
  const index = ids.findIndex((id) => !known.has(id.toLowerCase()));
  if (index >= 0) throw invalidField(`personas.${index}`, "There is no such persona.");
}

/**
 * The named personas; and if none are named or others are allowed, all built-in and workspace personas for the medium.
 */
export async function allowedPersonas(
  db: Database,
  workspace: Workspace,
  {
    personas: ids,
    add_persona_automatically: withOthers,
  }: Pick<ScenarioRecipe, "personas" | "add_persona_automatically">,
  medium: "voice" | "text",
): Promise<AllowedPersona[]> {
  const isOpen = ids.length === 0 || withOthers;
  const rows = await db
    .select({ id: personas.id, name: personas.name, profile: personas.profile })
    .from(personas)
    .where(and(visiblePersonas(workspace), isOpen ? undefined : inArray(personas.id, ids)))
    .orderBy(personas.name, personas.id);
  const named = new Set(ids.map((id) => id.toLowerCase()));
  const fitting = rows.filter(({ id, profile }) => named.has(id) || (isOpen && profile.simulation_type === medium));
  return fitting.length > 0 ? fitting : [{ name: "Anybody", profile: {} }];
}
