// Composite templates with the ids of their parts. Otherwise they are ordinary templates.
import type { Database } from "@/db/client";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/templates/composites";
import { invalidField, notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { type Template, templateInOrganization, templatesInOrganization } from "./loaders";
import { createTemplate, updateTemplate } from "./templates";

type Weights = Readonly<Record<string, number>>;

/** Throws `not_found`, also for a template that is not composite. */
export async function compositeInOrganization(db: Database, organizationId: string, id: string): Promise<Template> {
  const template = await templateInOrganization(db, organizationId, id);
  if (template.templateType !== "composite") throw notFound("Composite template not found.");
  return template;
}

/** Throws if a weight is for a template that is not a part. */
function withWeights(parts: readonly { template_id: string; weight?: number }[], weights: Weights) {
  const byId = new Map(Object.entries(weights).map(([id, weight]) => [id.toLowerCase(), weight]));
  const children = parts.map(({ template_id, weight = 1 }) => ({
    template_id,
    weight: byId.get(template_id.toLowerCase()) ?? weight,
  }));
  const ids = new Set(children.map(({ template_id }) => template_id.toLowerCase()));
  const stranger = Object.keys(weights).find((id) => !ids.has(id.toLowerCase()));
  if (stranger !== undefined) throw invalidField(`child_weights.${stranger}`, "This template is not a part.");
  return children;
}

const partsOf = (ids: readonly string[]) => ids.map((template_id) => ({ template_id }));

async function present(db: Database, organizationId: string, template: Template) {
  const { definition } = template.version;
  const parts = await templatesInOrganization(
    db,
    organizationId,
    definition.children.map(({ template_id }) => template_id),
  );
  const byId = new Map(parts.map((part) => [part.id, part]));
  const children = definition.children.flatMap(({ template_id, weight }, order) => {
    const part = byId.get(template_id.toLowerCase());
    if (!part) return [];
    return {
      ...{ child_id: part.id, child_name: part.name, order, weight, eval_type: part.evalType },
      required_keys: part.version.definition.required_keys,
      pinned_version_id: null,
      pinned_version_number: null,
    };
  });
  return {
    id: template.id,
    name: template.name,
    description: template.description,
    template_type: template.templateType,
    aggregation_enabled: definition.aggregation !== null,
    aggregation_function: definition.aggregation,
    composite_child_axis: definition.composite_child_axis ?? "",
    children,
    tags: template.tags,
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
  };
}

export const getCompositeTemplate: Verb<typeof contracts.getCompositeTemplate> = async ({ db, caller }, { id }) =>
  present(db, caller.organizationId, await compositeInOrganization(db, caller.organizationId, id));

export const createCompositeTemplate: Verb<typeof contracts.createCompositeTemplate> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { name, description, tags, composite_child_axis } = input;
    const { id } = await createTemplate(
      inner,
      {
        ...{ name, description, tags, composite_child_axis, eval_type: "llm", is_draft: false },
        children: withWeights(partsOf(input.child_template_ids), input.child_weights),
        aggregation: input.aggregation_enabled ? input.aggregation_function : null,
      },
      "child_template_ids",
    );
    return getCompositeTemplate(inner, { id });
  });

export const updateCompositeTemplate: Verb<typeof contracts.updateCompositeTemplate> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const {
      id,
      name,
      description,
      tags,
      composite_child_axis,
      child_template_ids: ids,
      child_weights: weights,
    } = input;
    const { definition } = (await compositeInOrganization(db, caller.organizationId, id)).version;
    const children = ids || weights ? withWeights(ids ? partsOf(ids) : definition.children, weights ?? {}) : undefined;
    const aggregation = aggregationOf(input, definition.aggregation);
    const change = { id, name, description, tags, composite_child_axis, children, aggregation };
    return present(db, caller.organizationId, await updateTemplate(inner, change, "child_template_ids"));
  });

/** Undefined if it does not change. */
function aggregationOf(
  { aggregation_enabled: isEnabled, aggregation_function: named }: Parameters<typeof updateCompositeTemplate>[1],
  before: Template["version"]["definition"]["aggregation"],
) {
  if (isEnabled === false) return null;
  if (isEnabled === true) return named ?? before ?? "weighted_avg";
  return before === null ? undefined : named;
}
