"use client";
import { fieldError } from "@/lib/client/call-error";
import { ModelField } from "../../_components/model-field";
import { ParamField } from "../../_components/param-field";
import { textOf } from "../../_components/param-text";
import type { Side } from "./use-side";

type Template = NonNullable<Side["template"]>;
type Settings = Pick<Side, "template" | "model" | "setModel" | "params" | "setParam" | "error">;

/** How a template's model is called; null for templates that call none. */
export function modelWords({ eval_type, tags, model }: Pick<Template, "eval_type" | "tags" | "model">) {
  const isEmbedding = eval_type === "code" && tags.includes("embedding");
  if (eval_type === "code" && !isEmbedding) return null;
  return {
    label: isEmbedding ? "Model" : "Judge",
    sandbox: isEmbedding ? ("sandbox/embedding" as const) : ("sandbox/judge" as const),
    placeholder: model ? `${model}, the template's model` : "The template's model",
    hint: "Any model of the gateway, instead of the template's.",
  };
}

/** The judge, if any, and the parameters of a template. */
export function SettingsFields({ side }: { side: Settings }) {
  const { template, model, setModel, params, setParam, error } = side;
  if (!template) return null;
  const words = modelWords(template);
  return (
    <>
      {words ? <ModelField {...words} value={model} onChange={setModel} error={fieldError(error, "model")} /> : null}
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
