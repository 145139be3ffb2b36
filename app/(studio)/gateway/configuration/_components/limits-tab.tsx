"use client";
import { BudgetFields } from "./budget-fields";
import { ConfigField } from "./fields/config-field";
import { FieldGroup } from "./fields/field-group";
import { NamedBudgets } from "./named-budgets";

/** Rate limits and budgets. */
export function LimitsTab() {
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
      <FieldGroup
        title="Requests and tokens"
        hint="The operator's limits and the keys' limits also apply. The strictest one counts."
      >
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-3">
          {["rpm", "tpm", "per_key_rpm"].map((name) => (
            <ConfigField key={name} path={["rate_limiting", name]} />
          ))}
        </div>
        <div className="mt-4 max-w-sm">
          <ConfigField path={["rate_limiting", "enabled"]} />
        </div>
      </FieldGroup>
      <FieldGroup
        title="Budgets"
        hint="For the cost of calls in USD. The gateway reserves the possible cost of a call before it runs."
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {["org_budget", "key_budget", "user_budget"].map((name) => (
            <BudgetFields key={name} path={["budgets", name]} />
          ))}
          <NamedBudgets path={["budgets", "models"]} noun="model" />
          <NamedBudgets path={["budgets", "users"]} noun="user" />
          <div className="max-w-sm">
            <ConfigField path={["budgets", "enabled"]} />
          </div>
        </div>
      </FieldGroup>
    </div>
  );
}
