import type { Context } from "@/lib/context";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import type * as moved from "@/lib/contracts/evaluation/shapes/template-settings";
import { MAX_KEY, MAX_KEYS } from "@/lib/contracts/limits";
import { distinctIds } from "@/lib/distinct-ids";
import { invalidField } from "@/lib/errors";
import { codeProblem } from "../code/run-code";
import { type Template, templatesInOrganization } from "./loaders";
import { changedDefinition, definitionProblem, isOnAxis, isOwnCode } from "./rules/definition";
import { outputTypeOf } from "./rules/score";

/** The request's name for the parts of a composite. */
export type PartsField = "children" | "child_template_ids";

interface Change {
  before: Template["version"]["definition"];
  settings: moved.TemplateSettings;
  /** Whether it may be incomplete, because it does not run yet. */
  isDraft?: boolean;
  /** The template that changes; null for a new one. */
  ownId?: string | null;
  partsField?: PartsField;
}

/** The definition that the fields make. Throws if it cannot run. */
export async function definitionOf(
  { db, caller }: Context,
  { before, settings, isDraft = false, ownId = null, partsField = "children" }: Change,
) {
  const children = settings.children ?? before.children;
  const ids = distinctIds(children.map(({ template_id }) => template_id));
  const parts = await templatesInOrganization(db, caller.organizationId, ids);
  const unknown = ids.filter((id) => !parts.some((part) => part.id === id));
  if (unknown.length > 0) throw invalidField(partsField, `There is no template ${unknown.join(", ")}.`);
  // It cannot contain itself either: from now on it is a composite.
  if (ownId !== null && parts.some(({ id }) => id === ownId))
    throw invalidField(partsField, "A template cannot be a part of itself.");
  if (parts.some(({ version }) => version.definition.children.length > 0))
    throw invalidField(partsField, "A composite template cannot be a part of another.");
  const axis = settings.composite_child_axis ?? before.composite_child_axis ?? "";
  const other = parts.find((part) => !isOnAxis(axis, part.evalType, outputTypeOf(part.version.definition.output)));
  if (other) throw invalidField(partsField, `${other.name} cannot be a part: composite_child_axis is ${axis}.`);
  const definition = changedDefinition(
    before,
    settings,
    parts.map(({ version }) => version.definition),
  );
  if (!isOwnCode(definition) && settings.code?.trim())
    throw invalidField("code", "Only templates with eval_type code can have code.");
  const problem = isDraft ? null : (definitionProblem(definition) ?? (await problemOfCode(definition)));
  if (problem) throw invalidField(problem.field === "children" ? partsField : problem.field, problem.message);
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
