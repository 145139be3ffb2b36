// How a template's version comes to use rows of ground truth.
import type { Context } from "@/lib/context";
import type { ExampleSource, TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { invalid, invalidField } from "@/lib/errors";
import { fingerprintOf } from "../templates/fingerprint";
import type { Template } from "../templates/loaders";
import { isOwnCode } from "../templates/rules/definition";
import { addVersion } from "../templates/templates";
import type { GroundTruth } from "./loaders";
import { usableRows } from "./rules/examples";

export function assertJudged({ evalType, version: { definition } }: Template): void {
  if (evalType === "code" || isOwnCode(definition) || definition.children.length > 0)
    throw invalid("Only judged templates can use examples.");
}

type Settings = Pick<ExampleSource, "mode" | "max_examples" | "similarity_threshold">;

/** The settings with the mappings of the rows. Throws where no row can be an example; `field` names what is at fault. */
export function sourceOf(
  template: Template,
  groundTruth: Pick<GroundTruth, "id" | "rows" | "variableMapping" | "roleMapping">,
  { mode, max_examples, similarity_threshold }: Settings,
  field: string,
): ExampleSource {
  const { variableMapping, roleMapping } = groundTruth;
  if (Object.keys(variableMapping).length === 0) throw invalidField(field, "Map an input to a column first.");
  if (roleMapping.expected_output === undefined)
    throw invalidField(field, "Map the role expected_output to a column first.");
  const source = {
    ...{ ground_truth_id: groundTruth.id, mode, max_examples, similarity_threshold },
    ...{ variable_mapping: variableMapping, role_mapping: roleMapping },
  };
  if (usableRows(groundTruth.rows, source, template.version.definition) === 0)
    throw invalidField(field, "No row has an output that this template can give.");
  return source;
}

/** The definition with this source, or with none; in a new version if it changes. */
export async function setSource(
  context: Context,
  template: Template,
  source: ExampleSource | null,
): Promise<TemplateDefinition> {
  const { ground_truth: _before, ...others } = template.version.definition;
  const definition = { ...others, ...(source ? { ground_truth: source } : {}) };
  if (fingerprintOf(definition) !== template.version.fingerprint)
    await addVersion(context, template, definition, source ? "Examples from ground truth" : "Without ground truth");
  return definition;
}
