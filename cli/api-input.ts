// The input of an operation from words of the command line.
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import type { ClientInput, Contract } from "@/lib/contracts/contract";
import { inputSchema } from "@/lib/mcp/describe-operation";
import { unknownFieldsRefusal } from "@/lib/mcp/rules";
import { isRecord, recordIn, textIn } from "@/lib/records";
import { Problem } from "./verdict";

export interface FieldType {
  type: string;
  isRequired: boolean;
  description: string;
}

const schemaOf = (schema: z.ZodType): Record<string, unknown> =>
  recordIn(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));

function typeOf(schema: Record<string, unknown>): string {
  if (typeof schema.type === "string") return schema.type;
  const options = [schema.anyOf, schema.oneOf].flat().filter(isRecord).map(typeOf);
  const types = [...new Set(options)].filter((type) => type !== "null");
  return types.join(" or ") || "any";
}

const partsOf = ({ params, query, body }: Contract): z.ZodType[] => [params, query, body];

/** The fields of an operation as its description has them, whichever part of the request they are in. */
export const documentedFields = (contract: Contract): Record<string, FieldType> => fieldsIn(inputSchema(contract));

/** With the other spellings, which published clients send. */
const takenFields = (contract: Contract): Record<string, FieldType> =>
  Object.assign({}, ...partsOf(contract).map((part) => fieldsIn(schemaOf(part))));

function fieldsIn({ properties, required }: Record<string, unknown>): Record<string, FieldType> {
  const entries = Object.entries(recordIn(properties)).map(([name, schema]) => {
    const own = recordIn(schema);
    const isRequired = Array.isArray(required) && required.includes(name);
    return [name, { type: typeOf(own), isRequired, description: textIn(own.description) }] as const;
  });
  return Object.fromEntries(entries);
}

/** `--name value`, `--name=value`, and `--name` alone for true. */
export function readFields(args: readonly string[]): Record<string, string | true> {
  const fields: Record<string, string | true> = {};
  for (let index = 0; index < args.length; index += 1) {
    const [, name = "", value] = /^--([\w[\]-]+)(?:=([\s\S]*))?$/.exec(args[index] ?? "") ?? [];
    if (!name) throw new Problem(`"${args[index]}" is not a field. Write --field value.`);
    const next = args[index + 1];
    const follows = value === undefined && next !== undefined && !next.startsWith("--");
    fields[name] = value ?? (follows ? next : true);
    if (follows) index += 1;
  }
  return fields;
}

async function fileAt(path: string): Promise<File> {
  try {
    return new File([await openAsBlob(path)], basename(path));
  } catch {
    throw new Problem(`There is no file ${path}.`);
  }
}

async function fieldValue({ accepts }: Contract, text: string | true, type: string): Promise<unknown> {
  if (text === true) return true;
  if (accepts === "multipart" && text.startsWith("@")) return fileAt(text.slice(1));
  if (type === "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The input of the words, over what was piped in. Texts become what the contract's schemas take. */
export async function inputOf<C extends Contract>(
  contract: C,
  piped: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, string | true>>,
): Promise<ClientInput<C>> {
  const types = takenFields(contract);
  const input: Record<string, unknown> = { ...piped };
  for (const [name, value] of Object.entries(fields))
    input[name] = await fieldValue(contract, value, types[name]?.type ?? "any");
  const missing = Object.keys(contract.params.shape).filter((name) => input[name] === undefined);
  if (missing.length > 0) throw new Problem(`Required: ${missing.map((name) => `--${name}`).join(", ")}`);
  const dropped = unknownFieldsRefusal(contract, input);
  if (dropped) throw new Problem(`${dropped} See: assay api ${contract.name} --help`);
  // Safe because the server checks the rest, and its refusal names the field.
  return input as ClientInput<C>;
}
