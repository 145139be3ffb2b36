// What is given to a template as its parameters, read by what its version takes.
import { invalidField } from "@/lib/errors";
import { type ParamSchema, type ReadParams, readParams } from "../metrics/params";
import type { Template } from "./loaders";
import { isOwnCode } from "./rules/definition";

type RawParams = Readonly<Record<string, unknown>>;

/** One's own code takes whatever is given. */
export function readTemplateParams({ version: { definition } }: Template, raw: RawParams): ReadParams {
  if (isOwnCode(definition)) return { values: raw };
  // Safe because a member that stands there is never undefined: it came as JSON.
  return readParams(definition.params as ParamSchema, raw);
}

/** Throws for the first that is wrong; `field` is where the parameters stand in what was sent. */
export function checkedParams(template: Template, raw: RawParams, field: string): RawParams {
  const read = readTemplateParams(template, raw);
  if ("values" in read) return read.values;
  const [first] = read.problems;
  throw invalidField(`${field}.${first?.param ?? ""}`, `${template.name}: ${first?.message ?? ""}`);
}
