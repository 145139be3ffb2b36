"use client";
import { Plus } from "lucide-react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Menu } from "@/app/_ui/overlay/menu";
import type { Config } from "../config-text";
import { ConfigField } from "../fields/config-field";
import { schemaAt, variantsOf } from "../schema";
import { useConfigDraft } from "../use-draft";
import { listAt, withMoved } from "../values";
import { labelFor } from "../words";
import { RuleForm } from "./rule-form";
import { RuleList } from "./rule-list";

const RULES = ["guardrails", "rules"] as const;

/** The organization's own rules in order of execution: the list, or one rule with its test form. */
export function GuardrailsTab() {
  const { get, set: setAddress } = useAddress();
  const { config, set } = useConfigDraft();
  const rules = listAt(config, RULES);
  const open = (index: number | null) => setAddress({ entry: index === null ? null : String(index) });
  const entry = get("entry");
  const index = entry !== undefined && /^\d+$/.test(entry) ? Number(entry) : null;
  const remove = (position: number) => set(rules.length > 1 ? [...RULES, position] : RULES, undefined);
  if (index !== null && index < rules.length) {
    return <RuleForm path={[...RULES, index]} onBack={() => open(null)} onRemove={() => remove(index)} />;
  }
  return <Rules rules={rules} onOpen={open} onRemove={remove} />;
}

interface RulesProps {
  rules: readonly unknown[];
  onOpen: (index: number) => void;
  onRemove: (index: number) => void;
}

function Rules({ rules, onOpen, onRemove }: RulesProps) {
  const draft = useConfigDraft();
  const kinds = variantsOf(schemaAt(draft.schema, draft.config, RULES)?.items ?? {}, "type");
  const add = (type: string) => {
    draft.set([...RULES, rules.length], { type, action: "block", config: {} });
    onOpen(rules.length);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-prose text-soft">
            Rules run in this order, after the gateway's own rules. The first rule that blocks ends the check.
          </p>
          <Menu
            trigger={
              <Button look="primary" icon={<Plus aria-hidden="true" />}>
                Add guardrail
              </Button>
            }
            groups={[kinds.map((type) => ({ label: labelFor(type), onSelect: () => add(type) }))]}
          />
        </div>
        <RuleList
          rules={rules}
          onRemove={onRemove}
          // Safe because a configuration stays an object.
          onMove={(from, to) => draft.write(withMoved(draft.config, RULES, from, to) as Config)}
        />
      </section>
      {rules.length > 0 ? (
        <div className="grid max-w-3xl items-start gap-4 sm:grid-cols-2">
          {["enabled", "fail_open", "default_timeout"].map((name) => (
            <ConfigField key={name} path={["guardrails", name]} />
          ))}
        </div>
      ) : null}
    </div>
  );
}
