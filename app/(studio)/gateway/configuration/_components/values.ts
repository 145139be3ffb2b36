// Reads and changes a configuration's values by path. Nothing is changed in place, and unknown values are kept.
import { isRecord } from "@/lib/records";
import type { Config } from "./config-text";

export type Path = readonly (string | number)[];

const memberOf = (value: unknown, step: string | number): unknown => {
  if (Array.isArray(value)) return typeof step === "number" ? value[step] : undefined;
  return isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
};

export const valueAt = (config: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => memberOf(inner, step), config);

export const recordAt = (config: unknown, path: Path): Config => {
  const value = valueAt(config, path);
  return isRecord(value) ? value : {};
};

export const listAt = (config: unknown, path: Path): readonly unknown[] => {
  const value = valueAt(config, path);
  return Array.isArray(value) ? value : [];
};

/** The configuration with a new value at the path; undefined removes the member. Values that block the path are replaced. */
export function withValue(config: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const inner = withValue(memberOf(config, step), rest, value);
  if (typeof step === "number") {
    const list = Array.isArray(config) ? config : [];
    return inner === undefined ? list.filter((_, index) => index !== step) : list.toSpliced(step, 1, inner);
  }
  if (inner !== undefined) return { ...(isRecord(config) ? config : {}), [step]: inner };
  if (!isRecord(config)) return config;
  return Object.fromEntries(Object.entries(config).filter(([name]) => name !== step));
}

/** The configuration with a renamed member of the record at the path, in the same position. */
export const withName = (config: unknown, path: Path, from: string, to: string): unknown => {
  const record = recordAt(config, path);
  if (!Object.hasOwn(record, from) || (Object.hasOwn(record, to) && from !== to)) return config;
  const entries = Object.entries(record).map(([name, value]) => [name === from ? to : name, value]);
  return withValue(config, path, Object.fromEntries(entries));
};

/** The configuration with a moved entry in the list at the path. */
export function withMoved(config: unknown, path: Path, from: number, to: number): unknown {
  const list = listAt(config, path);
  if (to < 0 || to >= list.length) return config;
  return withValue(config, path, list.toSpliced(from, 1).toSpliced(to, 0, list[from]));
}

/** Whether both are the same JSON, in any order of their members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((entry, index) => isSame(entry, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

/** Applies the changes from `base` to `own` to `theirs`. Lists are atomic, and in a conflict `own` wins. */
export function rebased(base: unknown, own: unknown, theirs: unknown): unknown {
  if (isSame(base, own)) return theirs;
  if (!isRecord(own) || !isRecord(theirs)) return own;
  const before = isRecord(base) ? base : {};
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(own)])];
  const entries = names.map((name) => [name, rebased(before[name], own[name], theirs[name])]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** An unused name: the wish, or the wish with a number. */
export function freeName(record: Config, wish: string): string {
  if (!Object.hasOwn(record, wish)) return wish;
  for (let number = 2; ; number += 1) if (!Object.hasOwn(record, `${wish}-${number}`)) return `${wish}-${number}`;
}
