// Which ground truth rows become examples for a judge.
import type { ExampleSource, TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { fMeasure, occurrences, shared, total, words } from "../../metrics/tokens";
import { exampleOf, readFeedback } from "../../templates/rules/feedback";

export type Row = Readonly<Record<string, unknown>>;
export type Columns = Readonly<Record<string, string>>;
type Example = TemplateDefinition["few_shot_examples"][number];
type Scale = Parameters<typeof readFeedback>[0];

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
const textOfAll = (values: readonly unknown[]): string => values.map(textOf).join("\n");

/** The share of words that two texts have in common, from 0 to 1 (Dice). */
export function similarity(one: string, other: string): number {
  const [left, right] = [occurrences(words(one)), occurrences(words(other))];
  const [leftTotal, rightTotal] = [total(left), total(right)];
  if (leftTotal === 0 || rightTotal === 0) return 0;
  const common = shared(left, right);
  return fMeasure(common / leftTotal, common / rightTotal);
}

/** The rows that share words with a text, most similar first. Ties keep their order. */
export function mostSimilar(rows: readonly Row[], columns: readonly string[], text: string) {
  return rows
    .map((row, index) => ({ row, index, similarity: similarity(textOfAll(columns.map((name) => row[name])), text) }))
    .filter((found) => found.similarity > 0)
    .toSorted((one, other) => other.similarity - one.similarity || one.index - other.index);
}

/** A row as an example; null if its output does not fit the template, or if it is too long. */
function exampleIn(row: Row, { variable_mapping, role_mapping }: ExampleSource, scale: Scale): Example | null {
  const { expected_output: outputColumn, reason: reasonColumn } = role_mapping;
  const value = outputColumn === undefined ? undefined : row[outputColumn];
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return null;
  const read = readFeedback(scale, value);
  if ("problem" in read) return null;
  const inputs = Object.fromEntries(Object.entries(variable_mapping).map(([input, column]) => [input, row[column]]));
  const reason = reasonColumn === undefined ? "" : textOf(row[reasonColumn] ?? "");
  const made = exampleOf(inputs, read.value, reason);
  return "problem" in made ? null : made.example;
}

/** How many of the rows can be examples. */
export const usableRows = (rows: readonly Row[], source: ExampleSource, scale: Scale): number =>
  rows.filter((row) => exampleIn(row, source, scale) !== null).length;

/** The examples for these inputs. */
export function examplesOf(rows: readonly Row[], source: ExampleSource, scale: Scale, inputs: Row): Example[] {
  const mapped = Object.entries(source.variable_mapping);
  const text = textOfAll(mapped.map(([input]) => inputs[input]));
  const chosen =
    source.mode === "manual"
      ? rows
      : mostSimilar(rows, Object.values(source.variable_mapping), text)
          .filter((found) => found.similarity >= source.similarity_threshold)
          .map(({ row }) => row);
  return chosen.flatMap((row) => exampleIn(row, source, scale) ?? []).slice(0, source.max_examples);
}
