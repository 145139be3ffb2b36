// The differences between two configurations. Pure; lists are compared as a whole, because their order matters.
import { isDeepStrictEqual } from "node:util";
import type { Config } from "../settings/section";

export interface Change {
  path: string[];
  kind: "added" | "removed" | "changed";
}

/** In the order of the paths' names. */
export function changesBetween(before: Config, after: Config, path: string[] = []): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name): Change[] => {
    const [one, other, valuePath] = [before[name], after[name], [...path, name]];
    if (isDeepStrictEqual(one, other)) return [];
    if (isConfig(one) && isConfig(other)) return changesBetween(one, other, valuePath);
    return [{ path: valuePath, kind: one === undefined ? "added" : other === undefined ? "removed" : "changed" }];
  });
}

/** The value at a path; undefined if there is none. */
export const valueAt = (config: Config, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isConfig(inner) ? inner[name] : undefined), config);

const isConfig = (value: unknown): value is Config =>
  typeof value === "object" && value !== null && !Array.isArray(value);
