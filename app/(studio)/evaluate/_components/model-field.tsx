"use client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { personQuery } from "@/lib/client/account";
import { gatewayModelsQuery } from "@/lib/client/gateway";
import { mayManageMembers } from "@/lib/client/roles";

const sandboxes = {
  "sandbox/echo": "The sandbox's echo model needs no key. It repeats its input.",
  "sandbox/judge": "The sandbox's judge needs no key. Its verdicts are random, and it says so.",
  "sandbox/embedding": "The sandbox's embeddings need no key. They compare words, not meaning.",
} as const;

interface Props {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  sandbox?: keyof typeof sandboxes;
  hint: string;
  placeholder: string;
  optional?: boolean;
  error: string | undefined;
}

/** Any model of the gateway, with a button for the sandbox's model. */
export function ModelField(props: Props) {
  const {
    label = "Judge",
    value,
    onChange,
    sandbox = "sandbox/judge",
    hint,
    placeholder,
    optional = true,
    error,
  } = props;
  return (
    <div className="grid gap-1">
      <Field label={label} optional={optional} error={error} hint={hint}>
        <ModelSuggest value={value} onChange={onChange} first={[sandbox]} placeholder={placeholder} />
      </Field>
      {value === sandbox ? (
        <p className="text-xs text-faint">{sandboxes[sandbox]}</p>
      ) : (
        <div>
          <Button size="small" onClick={() => onChange(sandbox)}>
            Use {sandbox}, which needs no key
          </Button>
        </div>
      )}
    </div>
  );
}

/** A name of a model, with the gateway's models as suggestions. */
export function ModelSuggest({
  first = [],
  ...field
}: Pick<Props, "value" | "onChange" | "placeholder"> & { first?: readonly string[] }) {
  return <SuggestInput {...field} suggestions={[...new Set([...first, ...useModels()])]} />;
}

/** The gateway's models. Only Admins can list them. */
function useModels(): string[] {
  const person = useQuery(personQuery()).data;
  const known = useQuery({
    ...gatewayModelsQuery(person?.organization.id ?? ""),
    enabled: mayManageMembers(person?.organization_role),
  });
  return known.data?.models.map(({ id }) => id) ?? [];
}
