// Reads the parameters of a template by what its version takes.
import { invalidField } from "@/lib/errors";
import { type ParamSchema, type ReadParams, readParams } from "../metrics/params";
import type { Template } from "./loaders";
import { isOwnCode } from "./rules/definition";

type RawParams = Readonly<Record<string, unknown>>;

/** Custom code takes any parameters. */
export function readTemplateParams({ version: { definition } }: Template, raw: RawParams): ReadParams {
  if (isOwnCode(definition)) return { values: raw };
  // Safe: the parameters came as JSON, so no existing member is undefined.
  return readParams(definition.params as ParamSchema, raw);
}

/** Throws for the first problem. `field` is where the parameters are in the request. */
export function checkedParams(template: Template, raw: RawParams, field: string): RawParams {
  const read = readTemplateParams(template, raw);
  if ("values" in read) return read.values;
  const [first] = read.problems;
  throw invalidField(`${field}.${first?.param ?? ""}`, `${template.name}: ${first?.message ?? ""}`);
}
