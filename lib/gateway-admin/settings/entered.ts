// What may be entered, beyond the form in which settings are stored. Stored settings are read without these checks, because
// earlier versions took what they refuse.
import type { z } from "zod";
import { isNoFraction, TOO_LITTLE } from "@/lib/contracts/gateway/budget";
import type { budgets } from "./budgets";
import type { pricing } from "./pricing";

interface Problem {
  path: (string | number)[];
  message: string;
}

interface Entered {
  budgets?: z.output<typeof budgets.shape> | undefined;
  pricing?: z.output<typeof pricing.shape> | undefined;
}

export const enteredProblems = (config: Entered): Problem[] => [
  ...budgetProblems(config.budgets ?? { enabled: true }),
  ...priceProblems(config.pricing ?? {}),
];

/** Limits that would be stored as 0, which is no limit. */
function budgetProblems({ users = {}, models = {}, ...own }: NonNullable<Entered["budgets"]>): Problem[] {
  const { org_budget, key_budget, user_budget } = own;
  const all = [
    ...Object.entries({ org_budget, key_budget, user_budget }).map(([name, budget]) => ({ path: [name], budget })),
    ...Object.entries(users).map(([name, budget]) => ({ path: ["users", name], budget })),
    ...Object.entries(models).map(([name, budget]) => ({ path: ["models", name], budget })),
  ];
  return all
    .filter(({ budget }) => budget !== undefined && !isNoFraction(budget.limit))
    .map(({ path }) => ({ path: ["budgets", ...path, "limit"], message: TOO_LITTLE }));
}

/** Prices that never hold. */
const priceProblems = ({ models = {} }: NonNullable<Entered["pricing"]>): Problem[] =>
  Object.entries(models).flatMap(([name, prices]) =>
    [prices].flat().flatMap(({ from, until }, index) => {
      if (from === undefined || until === undefined || Date.parse(from) < Date.parse(until)) return [];
      const at = Array.isArray(prices) ? [name, index] : [name];
      return [{ path: ["pricing", "models", ...at, "until"], message: "Must be after `from`." }];
    }),
  );
