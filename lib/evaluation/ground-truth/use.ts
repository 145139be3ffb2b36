// How a template's version starts to use ground truth rows.
import type { Context } from "@/lib/context";
import type { ExampleSource, TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { invalid } from "@/lib/errors";
import { fingerprintOf } from "../templates/fingerprint";
import type { Template } from "../templates/loaders";
import { isOwnCode } from "../templates/rules/definition";
import { addVersion } from "../templates/templates";
import type { GroundTruth } from "./loaders";

export function assertJudged({ evalType, version: { definition } }: Template): void {
  if (evalType === "code" || isOwnCode(definition) || definition.children.length > 0)
    throw invalid("Only judged templates can use examples.");
}

type Settings = Pick<ExampleSource, "mode" | "max_examples" | "similarity_threshold">;

/** The names that are columns, mapped to these columns. */
const sameNames = (names: readonly string[], columns: readonly string[]) =>
  Object.fromEntries(names.filter((name) => columns.includes(name)).map((name) => [name, name]));

/** The settings with the mappings of the rows. An unmapped input uses the column of its name. */
export function sourceOf(
  { version: { definition } }: Template,
  { id, columns, variableMapping, roleMapping }: Omit<GroundTruth, "rows">,
  { mode, max_examples, similarity_threshold }: Settings,
): ExampleSource {
  return {
    ...{ ground_truth_id: id, mode, max_examples, similarity_threshold },
    variable_mapping: { ...sameNames(definition.required_keys, columns), ...variableMapping },
    role_mapping: { ...sameNames(["expected_output", "reason"], columns), ...roleMapping },
  };
}

/** The definition with this source, or with none; in a new version if that changes it. */
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
