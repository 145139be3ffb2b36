// Restores lists and objects that were flattened into attributes: `llm.input_messages.0.message.role`.
import type { Attributes } from "./attributes";

type Node = Map<string, Node | { leaf: unknown }>;

const MAX_STEPS = 32;

/** The value below `prefix`, as it was before flattening; null if there is none. */
export function nested(attributes: Attributes, prefix: string): unknown {
  const root: Node = new Map();
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const path = key.slice(prefix.length + 1).split(".");
    if (path.length <= MAX_STEPS) plant(root, path, value);
  }
  return root.size > 0 ? harvest(root) : null;
}

function plant(node: Node, path: string[], leaf: unknown): void {
  const [step = "", ...rest] = path;
  if (rest.length === 0) {
    node.set(step, { leaf });
    return;
  }
  const known = node.get(step);
  const child: Node = known instanceof Map ? known : new Map();
  node.set(step, child);
  plant(child, rest, leaf);
}

/** Numbered members become a list in numeric order, without gaps. */
function harvest(node: Node): unknown {
  const entries = [...node].map(([key, child]) => [key, child instanceof Map ? harvest(child) : child.leaf] as const);
  if (!entries.every(([key]) => /^\d+$/.test(key))) return Object.fromEntries(entries);
  return entries.sort(([left], [right]) => Number(left) - Number(right)).map(([, value]) => value);
}
