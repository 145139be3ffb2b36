import type * as Yaml from "yaml";

export type Config = Record<string, unknown>;

export type ParsedConfig = { config: Config } | { problem: string; line: number | null };

/** Parses a configuration from YAML or JSON. */
export function readConfig({ parseDocument, LineCounter }: typeof Yaml, text: string): ParsedConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  if (error)
    return { problem: error.message.split("\n")[0]?.replace(/:$/, ".") ?? "", line: lines.linePos(error.pos[0]).line };
  const config: unknown = document.toJS() ?? {};
  if (typeof config !== "object" || config === null || Array.isArray(config))
    return { problem: "A configuration must consist of sections, such as rate_limiting, with their values.", line: 1 };
  return { config: config as Config }; // safe because it is an object
}

/** The line of a field, or of the nearest parent; null if neither is present. */
export function lineOf(
  { parseDocument, LineCounter, isNode }: typeof Yaml,
  text: string,
  field: string,
): number | null {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const path = field.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return null;
}

/** Names that come first in the text, because the store keeps no order. */
const first = [
  ...["providers", "model_map", "routing", "guardrails", "rate_limiting", "budgets", "pricing", "cache", "tracing"],
  ...[
    "enabled",
    "type",
    "name",
    "stage",
    "action",
    "period",
    "limit",
    "strategy",
    "provider",
    "model",
    "base_url",
    "api_key",
  ],
];

function byRank({ key: one }: { key: unknown }, { key: other }: { key: unknown }): number {
  const [left, right] = [one, other].map(
    (key) => `${typeof key === "string" ? key : (key as { value?: unknown }).value}`,
  ); // safe: keys are texts, or scalars that hold them
  const rank = (name = "") => (first.includes(name) ? first.indexOf(name) : first.length);
  return rank(left) - rank(right) || (left ?? "").localeCompare(right ?? "", "en");
}

export const writeConfig = ({ stringify }: typeof Yaml, config: Config): string =>
  Object.keys(config).length === 0 ? "" : stringify(config, { lineWidth: 100, sortMapEntries: byRank });
