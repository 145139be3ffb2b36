// Generates the page about every computed metric from the metrics' definitions.
import { computedTemplates } from "./index";
import type { Param } from "./params";
import type { ComputedTemplate } from "./template";

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

function paramText([name, param]: readonly [string, Param]): string {
  const { type, default: standard, required, minimum, maximum, options } = param;
  const bounds = [
    required ? "required" : null,
    options ? options.join(", ") : null,
    minimum === undefined ? null : `≥ ${minimum}`,
    maximum === undefined ? null : `≤ ${maximum}`,
  ].filter((bound) => bound !== null);
  const value = standard === undefined ? "" : ` = ${JSON.stringify(standard)}`;
  return `\`${name}\`: ${type}${value}${bounds.length > 0 ? ` (${bounds.join("; ")})` : ""}`;
}

function vectorText({ vectors }: ComputedTemplate): string {
  const bySource = new Map<string, string[]>();
  for (const { source, what, expected } of vectors)
    bySource.set(source, [...(bySource.get(source) ?? []), `${what}: ${Math.round(expected * 1e6) / 1e6}`]);
  return [...bySource].map(([source, values]) => `${source} – ${values.join("; ")}`).join(". ");
}

function section(template: ComputedTemplate): string {
  const { name, keys, output, params, hidden, description, differs, notes, source, tags } = template;
  const published = vectorText(template);
  const lines = [
    `## ${name}`,
    "",
    ...(differs === "" ? [] : [differs, ""]),
    description,
    "",
    `- Keys: ${keys.length > 0 ? keys.map((key) => `\`${key}\``).join(", ") : "none"}. Output: ${output}. Tags: ${tags.join(", ")}.${hidden ? " Not offered in lists." : ""}`,
    ...(Object.keys(params).length > 0 ? [`- Parameters: ${Object.entries(params).map(paramText).join(", ")}.`] : []),
    ...notes.map((note) => `- ${note}`),
    `- Source: ${source}.`,
    ...(published === "" ? [] : [`- Published values that it has: ${published}.`]),
  ];
  return lines.join("\n");
}

const HEAD = ["Name", "Keys", "Output", "What it computes", "Published values"] as const;

/** A table whose columns are as wide as their widest cells. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], fill = " ") =>
    `| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
  return [line(HEAD), line(["", "", "", "", ""], "-"), ...rows.map((row) => line(row))].join("\n");
}

/** Markdown: a table of all metrics, then a section for each. */
export function metricsDocument(): string {
  const rows = computedTemplates.map(({ name, keys, output, vectors, description }) => [
    `[${name}](#${name})`,
    keys.join(", ") || "–",
    output,
    cell(description),
    String(vectors.length || "–"),
  ]);
  return `# Computed evaluations

Every metric gives a score with its reason, or says why there is no score. A score is a number from 0 to 1, unless the output is numeric. Pass/Fail is 0 or 1. If a metric differs from the reference that it names, its section says so first.

**Empty** is a value: each metric says what it answers for it, and the API's template detail has the same as \`empty_inputs\`. **Absent** is missing: no such column, no cell in the row, no such member of a span, no such input, or null. Null is a value only where JSON is read. A run over rows or spans leaves an absent input unscored, with the reason. The playground answers 400 and names the input. In a CSV file an empty field is absent, and \`""\` in quotes is an empty text. In JSON null is absent.

This page is generated from the metrics: \`npx vitest run --project unit lib/evaluation/metrics/document --update\`. [Decision 0064](../decisions/0064-computed-metrics.md) gives the reasons.

${table(rows)}

${computedTemplates.map(section).join("\n\n")}
`;
}
