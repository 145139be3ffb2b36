const MAX_DEPTH = 100;

/** About how long a value is as JSON; null if it is longer than `most` characters or nested too deeply to be written. */
export function sizeUpTo(value: unknown, most: number): number | null {
  let size = 0;
  const open = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    size += typeof value === "string" ? value.length + 2 : 2;
    if (depth > MAX_DEPTH || size > most) return null;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      if (!Array.isArray(value)) size += name.length;
      if (size + open.length > most) return null;
      open.push({ value: member, depth: depth + 1 });
    }
  }
  return size;
}
