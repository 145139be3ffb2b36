import { expect, test } from "vitest";
import { enteredBudget } from "./budget";
import { createGatewayKey } from "./keys";

// Each amount that is refused has one reason.
test.each([
  [0, []],
  [0.000_001, []],
  [5, []],
  [0.000_000_1, ["custom"]],
  [-1, ["too_small"]],
])("an amount of %s is refused as %j, as a budget's limit and as credits", (amount, reasons) => {
  const asBudget = enteredBudget.safeParse({ period: "daily", limit: amount });
  const asCredits = createGatewayKey.body.safeParse({ name: "k", key_type: "managed", credit_balance: amount });
  for (const { error } of [asBudget, asCredits]) expect((error?.issues ?? []).map(({ code }) => code)).toEqual(reasons);
});
