// What the published clients name in a request: a template, and the cases of its inputs.
import { and, eq } from "drizzle-orm";
import { evalTemplates } from "@/db/schema";
import type { Context } from "@/lib/context";
import { invalidField } from "@/lib/errors";
import { isNamed } from "@/lib/pages";
import { currentVersions, isBuiltIn, type Template, visibleTemplates } from "../templates/loaders";

/** The organization's own template takes precedence over a built-in one of the same name. Throws a 400 on the field. */
export async function templateNamed({ db, caller }: Context, name: string, field: string): Promise<Template> {
  const found = await currentVersions(
    db,
    and(visibleTemplates(caller.organizationId), eq(evalTemplates.draft, false), isNamed(evalTemplates.name, name)),
  );
  const template = found.find((one) => !isBuiltIn(one)) ?? found[0];
  if (!template) throw invalidField(field, `There is no evaluation named ${name}.`);
  return template;
}

/** One case, or one case per position if all inputs are lists of the same length. Throws a 400 on the field. */
export function casesOf(
  inputs: Readonly<Record<string, unknown>>,
  most: number,
  field: string,
): Record<string, unknown>[] {
  const lists = Object.values(inputs).filter(Array.isArray);
  if (lists.length === 0 || lists.length < Object.keys(inputs).length) return [inputs];
  const [first = []] = lists;
  if (lists.some((list) => list.length !== first.length))
    throw invalidField(field, "All lists of inputs must have the same length.");
  if (first.length === 0 || first.length > most) throw invalidField(field, `Must hold 1 to ${most} cases.`);
  return first.map((_, index) =>
    Object.fromEntries(Object.entries(inputs).map(([key, list]) => [key, Array.isArray(list) ? list[index] : list])),
  );
}
