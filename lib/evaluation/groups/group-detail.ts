import { eq } from "drizzle-orm";
import { evalGroupMembers, users } from "@/db/schema";
import { includesText } from "@/lib/bounds/normal-form";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/groups";
import type { ParamSchema } from "@/lib/contracts/evaluation/shapes/definition";
import type { Template } from "../templates/loaders";
import { groupInOrganization, membersOf } from "./loaders";
import { asksJudge, keysOf, presentGroup, SAMPLE_MAKER } from "./present-group";

export const getEvalGroup: Verb<typeof contracts.getEvalGroup> = async ({ db, caller }, input) => {
  const group = await groupInOrganization(db, caller, input.id);
  const [all, added] = await Promise.all([
    membersOf(db, caller.organizationId, group.id),
    db
      .select({ templateId: evalGroupMembers.templateId, at: evalGroupMembers.addedAt, by: users.name })
      .from(evalGroupMembers)
      .leftJoin(users, eq(users.id, evalGroupMembers.addedBy))
      .where(eq(evalGroupMembers.groupId, group.id)),
  ]);
  const part = input.name ?? "";
  const members = all.filter(({ name }) => includesText(name, part));
  const links = new Map(added.map((one) => [one.templateId, one]));
  return {
    eval_group: await presentGroup(db, group),
    members: members.map((template) => ({
      eval_template_id: template.id,
      name: template.name,
      description: template.description,
      added_on: (links.get(template.id)?.at ?? group.createdAt).toISOString(),
      added_by: links.get(template.id)?.by ?? SAMPLE_MAKER,
      tags: template.tags,
      required_keys: template.version.definition.required_keys,
      optional_keys: template.version.definition.optional_keys,
      models: modelsOf(template),
    })),
    required_keys: keysOf(members),
    models: [...new Set(members.flatMap(modelsOf))],
    function_params_requirements: parametersOf(members),
  };
};

const modelsOf = (template: Template): string[] => {
  const { model } = template.version.definition;
  return asksJudge(template) && model ? [model] : [];
};

/** What each parameter takes, by name. If members differ, the first member's answer counts. */
function parametersOf(members: readonly Template[]) {
  const found = new Map<string, ReturnType<typeof parameterOf>>();
  for (const { id, name, version } of members) {
    for (const [param, schema] of Object.entries(version.definition.params)) {
      const requirement = found.get(param) ?? parameterOf(schema);
      const by = { eval_template_id: id, name };
      requirement.supported_by.push(by);
      if (schema.required) requirement.required_for.push(by);
      found.set(param, requirement);
    }
  }
  return Object.fromEntries(found);
}

interface NamedTemplate {
  eval_template_id: string;
  name: string;
}

const parameterOf = (schema: ParamSchema) => ({
  schema,
  supported_by: [] as NamedTemplate[],
  required_for: [] as NamedTemplate[],
});
