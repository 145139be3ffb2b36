// Turns a request into a verb's input: path, query and body, each checked by the contract, joined into one flat object.
import { z } from "zod";
import { type Finding, findingsOf } from "@/lib/bounds/findings";
import { flawIn } from "@/lib/bounds/flaw";
import { MAX_QUERY_CHARACTERS } from "@/lib/bounds/limits";
import { Refusal } from "@/lib/bounds/refusal";
import { type Contract, keysOf } from "@/lib/contracts/contract";
import { Failure, invalid } from "@/lib/errors";
import type { Exchange } from "@/lib/exchange/exchange";
import { readObject } from "@/lib/exchange/read-object";
import { groupBy } from "@/lib/group-by";

type Input = Record<string, unknown>;

export async function readInput(contract: Contract, request: Exchange, params: Record<string, string>): Promise<Input> {
  if (contract.fieldsAnywhere) {
    const fields = fieldsOf(contract);
    const query = check(namesOnly(fields), readQuery(contract, new URLSearchParams(request.query)));
    return { ...check(contract.params, params), ...check(fields, { ...query, ...(await readObjectIn(request)) }) };
  }
  const input = readAddress(contract, request, params);
  return contract.method === "GET" ? input : Object.assign(input, checkBody(contract, await readObjectIn(request)));
}

/** The input from the URL: the values of the path's slots, and the query. */
export function readAddress(contract: Contract, request: Exchange, params: Record<string, string>): Input {
  const query = readQuery(contract, new URLSearchParams(request.query));
  return { ...check(contract.params, params), ...check(contract.query, query) };
}

export const checkBody = (contract: Contract, body: unknown): Input => check(contract.body, body);

function check(schema: z.ZodType, value: unknown): Record<string, unknown> {
  const flaw = flawIn(value);
  if (flaw) throw refusal([flaw]);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationFailure(parsed.error, value);
  return parsed.data as Record<string, unknown>; // safe because params, query and body schemas are objects
}

/** One message per field path, in the platform's wording. `value` is the checked input, used to report missing fields. */
export const validationFailure = (error: z.ZodError, value: unknown): Failure => refusal(findingsOf(error, value));

function refusal(findings: readonly Finding[]): Failure {
  const fields = groupBy(findings, ({ path }) => path.map(String).join(".") || "non_field_errors");
  const messages = [...fields].map(([field, group]): [string, string[]] => [
    field,
    group.map(({ message }) => message),
  ]);
  const message = messages
    .map(([field, texts]) => (field === "non_field_errors" ? texts.join(" ") : `${field}: ${texts.join(" ")}`))
    .join(" ");
  // That of the field which the body's `attr` names.
  const first = findings.find(({ path }) => path.length > 0) ?? findings[0];
  const code = first?.isMissing ? "required" : "invalid";
  return new Failure("invalid", message, { fields: Object.fromEntries(messages), code });
}

/** How a query is read. */
const fieldsOf = ({ fieldsAnywhere, method, query, body }: Contract): z.ZodType =>
  fieldsAnywhere && method !== "GET" ? body : query;

/** Refuses unknown query parameters. Values are checked later. */
const namesOnly = (fields: z.ZodType): z.ZodType =>
  z.strictObject(Object.fromEntries(keysOf(fields).map((name) => [name, z.unknown().optional()])));

/** `texts` are a text or a list of texts: only repetition makes a list, because a text may contain commas. */
type Kind = "integer" | "number" | "boolean" | "array" | "texts" | "text";
const kinds = new WeakMap<Contract, ReadonlyMap<string, Kind>>();

/** The type of each query field by its schema; query strings are converted accordingly before the check. */
function queryKinds(contract: Contract): ReadonlyMap<string, Kind> {
  const known = kinds.get(contract);
  if (known) return known;
  const document = z.toJSONSchema(fieldsOf(contract), { io: "input", unrepresentable: "any" });
  const found = new Map<string, Kind>();
  for (const [field, schema] of Object.entries(document.properties ?? {})) {
    found.set(field, typeof schema === "object" ? kindOf(schema) : "text");
  }
  kinds.set(contract, found);
  return found;
}

function kindOf({ type, anyOf = [] }: z.core.JSONSchema.BaseSchema): Kind {
  if (type === "integer" || type === "number" || type === "boolean" || type === "array") return type;
  return anyOf.some((choice) => typeof choice === "object" && choice.type === "array") ? "texts" : "text";
}

/** Fields with names chosen by the client: entries become own members, even if they have the name of an inherited one. */
function readQuery(contract: Contract, search: URLSearchParams): Record<string, unknown> {
  if (search.toString().length > MAX_QUERY_CHARACTERS) {
    throw invalid(`The query is longer than ${MAX_QUERY_CHARACTERS} characters.`);
  }
  const known = queryKinds(contract);
  const read = (field: string, values: string[]): unknown => {
    const kind = known.get(field) ?? "text";
    if (kind === "array") return values.flatMap((value) => value.split(",")).filter((entry) => entry !== "");
    if (kind === "texts" && values.length > 1) return values;
    return readScalar(kind, values.at(-1) ?? "");
  };
  const fields = groupBy(search, ([field]) => field);
  return Object.fromEntries(
    [...fields].map(([field, group]) => [
      field,
      read(
        field,
        group.map(([, value]) => value),
      ),
    ]),
  );
}

/** As JSON writes numbers, and without a digit on one side of the point. */
const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i;

function readScalar(kind: Kind, text: string): unknown {
  if (kind === "boolean" && /^(true|1)$/i.test(text)) return true;
  if (kind === "boolean" && /^(false|0)$/i.test(text)) return false;
  if ((kind === "integer" || kind === "number") && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === "number" && NUMBER.test(text)) return Number(text);
  return text;
}

async function readObjectIn(request: Exchange): Promise<Input> {
  try {
    return (await readObject(request))?.object ?? {};
  } catch (error) {
    throw error instanceof Refusal ? bodyFailure(error) : error;
  }
}

/** Refusals of the body limits, in the platform's wording. */
export function bodyFailure({ kind, message, cause }: Refusal): Failure {
  if (kind === "tooLarge") return new Failure("tooLarge", message);
  return invalid(message, { ...(kind === "unbearable" ? {} : { code: "parse_error" }), cause });
}
