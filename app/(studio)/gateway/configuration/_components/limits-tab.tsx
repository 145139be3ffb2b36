"use client";
import { BudgetFields } from "./budget-fields";
import { ConfigField } from "./fields/config-field";
import { FieldGroup } from "./fields/field-group";
import { NamedBudgets } from "./named-budgets";

/** What may be asked a minute, and spent in a period. */
export function LimitsTab() {
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
      <FieldGroup
        title="Requests and tokens"
        hint="Your operator's limits and those of the keys hold as well; the strictest counts."
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
      <FieldGroup title="Budgets" hint="Of what calls cost, in USD. What calls under way may cost is reserved before.">
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
