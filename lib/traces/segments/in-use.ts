import { ERASED } from "./contents-json";
import { parseLabels, splitLabels } from "./lines";

/**
 * The lines of a segment, with those erased that no span refers to: spans that were sent again have their contents elsewhere.
 * Each line keeps its number.
 */
export function linesInUse(text: string, used: ReadonlySet<number>): string[] {
  const [spans, labels] = splitLabels(text);
  const lines = spans.split("\n").map((json, line) => (used.has(line) ? json : ERASED));
  if (labels === null) return lines;
  const own = parseLabels(labels).map((label, line) => (used.has(line) ? label : ""));
  return [...lines, JSON.stringify({ labels: own })];
}
