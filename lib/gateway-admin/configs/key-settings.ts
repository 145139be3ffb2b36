// What an organization may not change about itself: limits that the operator has set for it as a whole, and prices, which say
// what those limits count. Pure; see docs/decisions/0044-gateway-access.md.
import { isDeepStrictEqual } from "node:util";
import type { Config } from "../settings/section";

export interface Terms {
  /** The operator's last configuration for this organization; null for none. */
  own: Config | null;
  /** The operator's settings for the whole gateway. */
  shared: Config | null;
}

export interface Excess {
  /** Where in the configuration. */
  path: string;
  message: string;
}

/** The first place at which a configuration is looser than the operator's terms; null where none is. */
export const excessOf = (config: Config, terms: Terms): Excess | null =>
  rateExcess(config, terms) ?? budgetExcess(config, terms) ?? priceExcess(config, terms);

const at = (path: string, what: string): Excess => ({
  path,
  message: `${path}: The gateway's operator has set ${what} for your organization.`,
});

function rateExcess(config: Config, { own }: Terms): Excess | null {
  const wall = sectionOf(own, "rate_limiting");
  const rates = sectionOf(config, "rate_limiting");
  if (wall.enabled === false) return null;
  for (const unit of ["rpm", "tpm"]) {
    const most = Number(wall[unit] ?? 0);
    const rate = rates.enabled === false ? 0 : Number(rates[unit] ?? 0);
    if (most > 0 && (rate <= 0 || rate > most)) return at(`rate_limiting.${unit}`, `at most ${most} per minute`);
  }
  return null;
}

interface Wall {
  path: string;
  budget: Config;
  requested: Config | null;
  /** Whether it holds by itself where the organization says nothing. */
  isShared: boolean;
}

function budgetExcess(config: Config, terms: Terms): Excess | null {
  const own = sectionOf(terms.own, "budgets");
  const shared = sectionOf(terms.shared, "budgets");
  if ((terms.own?.budgets ? own : shared).enabled === false) return null;
  const budgets = sectionOf(config, "budgets");
  const models = { ...modelsOf(shared), ...modelsOf(own) };
  const walls: Wall[] = [
    ...[own.org_budget ?? shared.org_budget].filter(isConfig).map((budget) => ({
      path: "budgets.org_budget",
      budget,
      requested: isConfig(budgets.org_budget) ? budgets.org_budget : null,
      isShared: own.org_budget === undefined,
    })),
    ...Object.entries(models).map(([name, budget]) => ({
      path: `budgets.models.${name}`,
      budget,
      requested: new Map(Object.entries(modelsOf(budgets))).get(name) ?? null,
      isShared: !Object.hasOwn(modelsOf(own), name),
    })),
  ];
  const real = walls.filter(({ budget }) => Number(budget.limit) > 0);
  if (real.length > 0 && budgets.enabled === false) return at("budgets.enabled", "budgets");
  const broken = real.find((wall) => !isKept(wall));
  return broken ? at(broken.path, `at most ${broken.budget.limit} USD ${broken.budget.period}`) : null;
}

/** A budget of another period bounds something else, and one of 0 bounds nothing. */
function isKept({ budget, requested, isShared }: Wall): boolean {
  if (requested === null) return isShared;
  const limit = Number(requested.limit);
  const isAsStrict = budget.action === "warn" || requested.action === budget.action;
  return requested.period === budget.period && limit > 0 && limit <= Number(budget.limit) && isAsStrict;
}

const priceExcess = (config: Config, { own }: Terms): Excess | null =>
  isDeepStrictEqual(config.pricing, own?.pricing)
    ? null
    : { path: "pricing", message: "pricing: Only the gateway's operator sets prices." };

function modelsOf(budgets: Config): Record<string, Config> {
  const entries = Object.entries(sectionOf(budgets, "models"));
  return Object.fromEntries(entries.filter((entry): entry is [string, Config] => isConfig(entry[1])));
}

function sectionOf(config: Config | null, name: string): Config {
  const section = config?.[name];
  return isConfig(section) ? section : {};
}

const isConfig = (value: unknown): value is Config => typeof value === "object" && value !== null;
