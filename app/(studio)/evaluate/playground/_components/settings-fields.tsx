"use client";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Select } from "@/app/_ui/select";
import { SuggestInput } from "@/app/_ui/suggest-input";
import { Switch } from "@/app/_ui/switch";
import { Textarea } from "@/app/_ui/textarea";
import { fieldError } from "@/lib/client/call-error";
import type { ParamSchema } from "@/lib/contracts/evaluation/definition";
import { textOf } from "../../_components/param-text";
import { paramHint } from "./form";
import type { Side } from "./use-side";

/** The judge, where there is one, and the parameters of a side's template. */
export function SettingsFields({ side, models }: { side: Side; models: readonly string[] }) {
  const { template, params, setParam, error } = side;
  if (!template) return null;
  return (
    <>
      {asksModel(template) ? <ModelField side={side} models={models} /> : null}
      {Object.entries(template.config.params).map(([name, param]) => (
        <ParamField
          key={name}
          name={name}
          param={param}
          text={params[name] ?? textOf(param.default)}
          error={fieldError(error, `params.${name}`)}
          onChange={(text) => setParam(name, text)}
        />
      ))}
    </>
  );
}

type Template = NonNullable<Side["template"]>;

const isEmbedding = ({ eval_type, tags }: Template): boolean => eval_type === "code" && tags.includes("embedding");
const asksModel = (template: Template): boolean => template.eval_type !== "code" || isEmbedding(template);

function ModelField({ side, models }: { side: Side; models: readonly string[] }) {
  const { template, model, setModel, error } = side;
  if (!template) return null;
  const sandbox = isEmbedding(template) ? "sandbox/embedding" : "sandbox/judge";
  const standing = template.model ? `${template.model}, as the template says` : "As the template says";
  return (
    <div className="grid gap-1">
      <Field
        optional
        label={isEmbedding(template) ? "Model" : "Judge"}
        error={fieldError(error, "model")}
        hint="Any model of the gateway, in place of the template's."
      >
        <SuggestInput
          value={model}
          onChange={setModel}
          suggestions={[...new Set([sandbox, ...models])]}
          placeholder={standing}
        />
      </Field>
      {model === sandbox ? (
        <p className="text-xs text-faint">
          {isEmbedding(template)
            ? "The sandbox's embeddings need no key: they compare words, and know no meaning."
            : "The sandbox's judge needs no key: it draws its verdict by lot, and says so."}
        </p>
      ) : (
        <div>
          <Button size="small" onClick={() => setModel(sandbox)}>
            Use {sandbox}, which needs no key
          </Button>
        </div>
      )}
    </div>
  );
}

interface ParamProps {
  name: string;
  param: ParamSchema;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function ParamField({ name, param, text, error, onChange }: ParamProps) {
  if (param.type === "boolean")
    return <Switch label={name} checked={text === "true"} onChange={(on) => onChange(String(on))} />;
  const isLong = param.type === "list" || param.type === "dict" || name === "code";
  return (
    <Field label={name} optional={!param.required} hint={paramHint(param)} error={error}>
      {param.options ? (
        <Select
          value={text || null}
          options={param.options.map((option) => ({ value: option, label: option }))}
          onChange={onChange}
        />
      ) : isLong ? (
        <Textarea
          spellCheck={false}
          className="min-h-9! font-mono text-xs!"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Input
          spellCheck={false}
          inputMode={param.type === "integer" ? "numeric" : param.type === "number" ? "decimal" : "text"}
          placeholder={param.default === undefined ? "" : `${textOf(param.default)} where nothing is given`}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
