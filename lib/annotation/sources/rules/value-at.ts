/**
 * The value at a dotted path. Keys may contain dots: the longest existing key is taken first. A path also leads into
 * text that is JSON. Undefined if nothing is there.
 */
export function valueAt(value: unknown, path: string): unknown {
  const container = typeof value === "string" ? objectIn(value) : value;
  if (typeof container !== "object" || container === null) return undefined;
  const members = new Map(Object.entries(container));
  if (members.has(path)) return members.get(path);
  for (let dot = path.lastIndexOf("."); dot > 0; dot = path.lastIndexOf(".", dot - 1)) {
    const found = valueAt(members.get(path.slice(0, dot)), path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

function objectIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
