import type * as Yaml from "yaml";

export type Config = Record<string, unknown>;

export type ParsedConfig = { config: Config } | { problem: string; line: number | null };

/** A configuration as text: YAML, of which JSON is a part. */
export function readConfig({ parseDocument, LineCounter }: typeof Yaml, text: string): ParsedConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [flaw] = document.errors;
  if (flaw)
    return { problem: flaw.message.split("\n")[0]?.replace(/:$/, ".") ?? "", line: lines.linePos(flaw.pos[0]).line };
  const config: unknown = document.toJS() ?? {};
  if (typeof config !== "object" || config === null || Array.isArray(config))
    return { problem: "A configuration has sections, such as rate_limiting, with their values below them.", line: 1 };
  return { config: config as Config }; // safe because it is an object
}

/** The line on which a field stands, or else the nearest that holds it; null where neither is written. */
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

/** Names that are read first; the store keeps no order. */
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

function byPlace({ key: one }: { key: unknown }, { key: other }: { key: unknown }): number {
  const [left, right] = [one, other].map(
    (key) => `${typeof key === "string" ? key : (key as { value?: unknown }).value}`,
  ); // safe: keys are texts, or scalars that hold them
  const place = (name = "") => (first.includes(name) ? first.indexOf(name) : first.length);
  return place(left) - place(right) || (left ?? "").localeCompare(right ?? "", "en");
}

export const writeConfig = ({ stringify }: typeof Yaml, config: Config): string =>
  Object.keys(config).length === 0 ? "" : stringify(config, { lineWidth: 100, sortMapEntries: byPlace });
