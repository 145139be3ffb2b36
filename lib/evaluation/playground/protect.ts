import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/sdk/protect";
import { protectionTemplates } from "@/lib/contracts/evaluation/sdk/protect";
import { invalidField } from "@/lib/errors";
import { isRecord } from "@/lib/records";
import { templateNamed } from "./named";
import { runCase } from "./sdk";

export const protectText: Verb<typeof contracts.protectText> = async (context, { inputs, config }) => {
  const names = Object.keys(config).map(nameOf);
  if (names.length === 0) throw invalidField("config", "Needs the number of at least one template.");
  const checks = inputs.flatMap(({ input }) => names.map((name) => check(context, name, input)));
  return (await Promise.all(checks)).map((evaluation) => ({ evaluations: [evaluation] }));
};

function nameOf(number: string): string {
  const found = Object.entries(protectionTemplates).find(([known]) => known === number);
  if (!found) throw invalidField(`config.${number}`, `There is no protection with the number ${number}.`);
  return found[1];
}

async function check(context: Context, name: string, text: string) {
  const template = await templateNamed(context, name, "config");
  const mapping = Object.fromEntries(template.version.definition.required_keys.map((key) => [key, text]));
  const { output, ...evaluation } = await runCase(context, template, {}, mapping, false);
  const data = labelsOf(output);
  const failure = evaluation.output_type === "Pass/Fail" ? data.includes("Failed") : null;
  // Clients compare one output with what a rule contains.
  return { ...evaluation, output: data[0] ?? output, data, failure };
}

/** Text, a list, or an object with the choice. */
function labelsOf(output: unknown): string[] {
  if (isRecord(output)) return labelsOf(output.choice ?? output.choices ?? null);
  return (Array.isArray(output) ? output : [output]).filter((label): label is string => typeof label === "string");
}
