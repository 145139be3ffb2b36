import type { Config } from "./config-text";

const periods = ["daily", "weekly", "monthly", "total"] as const;

/** The organization's limits as they are written; an empty text is one that is not set. */
export interface Limits {
  rpm: string;
  tpm: string;
  period: (typeof periods)[number] | "none";
  budget: string;
  action: "block" | "warn";
  tracing: "inherit" | "full" | "metadata" | "off";
  /** Minutes. */
  cache: string;
}

const sectionOf = (config: Config, name: string): Config => {
  const section = config[name];
  return typeof section === "object" && section !== null ? (section as Config) : {}; // safe because it is an object
};
const numberText = (value: unknown): string => (typeof value === "number" && value > 0 ? String(value) : "");
const one = <V extends string>(values: readonly V[], value: unknown): V | undefined =>
  values.find((each) => each === value);

export function limitsOf(config: Config): Limits {
  const rates = sectionOf(config, "rate_limiting");
  const budget = sectionOf(sectionOf(config, "budgets"), "org_budget");
  const cache = sectionOf(config, "cache");
  const isCached = config.cache !== undefined && cache.enabled !== false;
  return {
    rpm: rates.enabled === false ? "" : numberText(rates.rpm),
    tpm: rates.enabled === false ? "" : numberText(rates.tpm),
    period: one(periods, budget.period) ?? "none",
    budget: numberText(budget.limit),
    action: one(["block", "warn"], budget.action) ?? "block",
    tracing: one(["full", "metadata", "off"], config.tracing) ?? "inherit",
    cache: isCached && typeof cache.ttl === "number" ? String(cache.ttl / 60) : "",
  };
}

/** The configuration with these limits in it; everything else in it stays. */
export function withLimits(config: Config, limits: Limits): Config {
  const { rate_limiting: _rates, cache: _cache, tracing: _tracing, budgets: _budgets, ...rest } = config;
  const { org_budget: _, ...budgets } = sectionOf(config, "budgets");
  const rates = {
    ...sectionOf(config, "rate_limiting"),
    enabled: true,
    rpm: numberOf(limits.rpm),
    tpm: numberOf(limits.tpm),
  };
  const own =
    limits.period === "none"
      ? {}
      : { org_budget: { period: limits.period, limit: numberOf(limits.budget) ?? 0, action: limits.action } };
  const spending = { ...budgets, ...own };
  return {
    ...rest,
    ...(limits.rpm || limits.tpm ? { rate_limiting: set(rates) } : {}),
    ...(Object.keys(spending).length > 0 ? { budgets: spending } : {}),
    ...(limits.tracing === "inherit" ? {} : { tracing: limits.tracing }),
    ...(limits.cache ? { cache: { enabled: true, ttl: Number(limits.cache) * 60 } } : {}),
  };
}

const numberOf = (text: string): number | undefined => (text === "" ? undefined : Number(text));
const set = (section: Config): Config =>
  Object.fromEntries(Object.entries(section).filter(([, value]) => value !== undefined));
