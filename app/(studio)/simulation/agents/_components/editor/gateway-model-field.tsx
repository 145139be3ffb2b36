"use client";
import { useQuery } from "@tanstack/react-query";
import { FormField } from "@/app/_form/fields";
import { Button } from "@/app/_ui/button/button";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { personQuery } from "@/lib/client/account";
import { gatewayModelsQuery } from "@/lib/client/gateway";
import { mayManageMembers } from "@/lib/client/roles";
import type { FieldProps } from "./field-props";

const SANDBOX = "sandbox/echo";

/** A gateway model, with a button for the sandbox model that needs no key. */
export function GatewayModelField({ form }: Pick<FieldProps, "form">) {
  const person = useQuery(personQuery()).data;
  // Only Admins can list the models; others type a name.
  const known = useQuery({
    ...gatewayModelsQuery(person?.organization.id ?? ""),
    enabled: mayManageMembers(person?.organization_role),
  });
  const models = known.data?.models.map(({ id }) => id) ?? [];
  return (
    <div className="grid gap-1">
      <FormField form={form} name="model" at="target.model" label="Model" hint="Any gateway model.">
        {({ value, onChange }) => (
          <SuggestInput
            value={value}
            onChange={onChange}
            suggestions={[...new Set([SANDBOX, ...models])]}
            placeholder="openai/gpt-5-mini"
          />
        )}
      </FormField>
      {form.values.model === SANDBOX ? (
        <p className="text-xs text-faint">The sandbox needs no key. It echoes each message.</p>
      ) : (
        <div>
          <Button size="small" onClick={() => form.set({ model: SANDBOX })}>
            Use {SANDBOX}, which needs no key
          </Button>
        </div>
      )}
    </div>
  );
}
