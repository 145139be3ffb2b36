/**
 * What stands at a dotted path. Keys may have dots themselves: the longest key that exists is taken first. Undefined where
 * there is nothing.
 */
export function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const members = new Map(Object.entries(value));
  if (members.has(path)) return members.get(path);
  for (let dot = path.lastIndexOf("."); dot > 0; dot = path.lastIndexOf(".", dot - 1)) {
    const found = valueAt(members.get(path.slice(0, dot)), path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}
