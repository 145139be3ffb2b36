"use client";
import { fieldError } from "@/lib/client/call-error";
import { ModelField } from "../../_components/model-field";
import { ParamField } from "../../_components/param-field";
import { textOf } from "../../_components/param-text";
import type { Side } from "./use-side";

type Settings = Pick<Side, "template" | "model" | "setModel" | "params" | "setParam" | "error">;

/** The judge, if any, and the parameters of a template. */
export function SettingsFields({ side }: { side: Settings }) {
  const { template, model, setModel, params, setParam, error } = side;
  if (!template) return null;
  const embeds = isEmbedding(template);
  return (
    <>
      {template.eval_type !== "code" || embeds ? (
        <ModelField
          label={embeds ? "Model" : "Judge"}
          sandbox={embeds ? "sandbox/embedding" : "sandbox/judge"}
          value={model}
          onChange={setModel}
          placeholder={template.model ? `${template.model}, the template's model` : "The template's model"}
          hint="Any model of the gateway, instead of the template's."
          error={fieldError(error, "model")}
        />
      ) : null}
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

const isEmbedding = ({ eval_type, tags }: NonNullable<Side["template"]>): boolean =>
  eval_type === "code" && tags.includes("embedding");
