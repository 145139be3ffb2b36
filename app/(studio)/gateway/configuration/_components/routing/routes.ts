// Routes of requested model names, whose settings are spread over several sections of a configuration.

import { isRecord } from "@/lib/records";
import type { Config } from "../config-text";
import { listAt, recordAt, valueAt, withName, withValue } from "../values";

const SECTIONS = ["targets", "model_fallbacks", "model_timeouts"] as const;

export const targetsPath = (name: string) => ["routing", "targets", name] as const;
export const fallbacksPath = (name: string) => ["routing", "model_fallbacks", name] as const;
export const timeoutPath = (name: string) => ["routing", "model_timeouts", name] as const;

export interface Route {
  targets: { provider: string; model: string; weight: number }[];
  fallbacks: string[];
  timeout: unknown;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Every configured model name, in order of first appearance. */
export function routesOf(config: Config): Record<string, Route> {
  const names = new Set(SECTIONS.flatMap((section) => Object.keys(recordAt(config, ["routing", section]))));
  return Object.fromEntries([...names].map((name) => [name, routeOf(config, name)]));
}

export const routeOf = (config: Config, name: string): Route => ({
  targets: listAt(config, targetsPath(name))
    .filter(isRecord)
    .map(({ provider, model, weight }) => ({
      provider: textOf(provider),
      model: textOf(model) || name,
      weight: typeof weight === "number" && weight > 0 ? weight : 1,
    })),
  fallbacks: listAt(config, fallbacksPath(name)).map(String),
  timeout: valueAt(config, timeoutPath(name)),
});

// Both safe because a configuration stays an object.
export const withRouteNamed = (config: Config, from: string, to: string): Config =>
  SECTIONS.reduce<unknown>((next, section) => withName(next, ["routing", section], from, to), config) as Config;

export const withoutRoute = (config: Config, name: string): Config =>
  SECTIONS.reduce<unknown>((next, section) => withValue(next, ["routing", section, name], undefined), config) as Config;

/** A target's share of the requests under weighted routing. */
export function shareOf({ targets }: Route, index: number): number {
  const all = targets.reduce((sum, { weight }) => sum + weight, 0);
  return (targets[index]?.weight ?? 0) / Math.max(all, Number.MIN_VALUE);
}
