import { expect, test } from "vitest";
import { enteredBudget, TOO_LITTLE } from "./budget";
import { createGatewayKey } from "./keys";

const NEGATIVE = "Must be at least 0.";

// Each amount that is refused has one reason.
test.each([
  [0, []],
  [0.000_001, []],
  [5, []],
  [0.000_000_1, [TOO_LITTLE]],
  [-1, [NEGATIVE]],
])("an amount of %s is refused with %j, as a budget's limit and as credits", (amount, messages) => {
  const asBudget = enteredBudget.safeParse({ period: "daily", limit: amount });
  const asCredits = createGatewayKey.body.safeParse({ name: "k", key_type: "managed", credit_balance: amount });
  for (const { error } of [asBudget, asCredits])
    expect((error?.issues ?? []).map(({ message }) => message)).toEqual(messages);
});
