"use client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { SuggestInput } from "@/app/_ui/suggest-input";
import { personQuery } from "@/lib/client/account";
import { gatewayModelsQuery } from "@/lib/client/gateway";
import { mayManageMembers } from "@/lib/client/roles";

const SANDBOX = "sandbox/echo";

interface Props {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** A gateway model, with a button for the sandbox model that needs no key. */
export function GatewayModelField({ value, onChange, error }: Props) {
  const person = useQuery(personQuery()).data;
  // Only Admins can list the models; others type a name.
  const known = useQuery({
    ...gatewayModelsQuery(person?.organization.id ?? ""),
    enabled: mayManageMembers(person?.organization_role),
  });
  const models = known.data?.models.map(({ id }) => id) ?? [];
  return (
    <div className="grid gap-1">
      <Field label="Model" error={error} hint="Any gateway model.">
        <SuggestInput
          value={value}
          onChange={onChange}
          suggestions={[...new Set([SANDBOX, ...models])]}
          placeholder="openai/gpt-5-mini"
        />
      </Field>
      {value === SANDBOX ? (
        <p className="text-xs text-faint">The sandbox needs no key. It echoes each message.</p>
      ) : (
        <div>
          <Button size="small" onClick={() => onChange(SANDBOX)}>
            Use {SANDBOX}, which needs no key
          </Button>
        </div>
      )}
    </div>
  );
}
