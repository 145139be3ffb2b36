// Turns a request into a verb's input: path, query and body, each checked by the contract, joined into one flat object.
import { z } from "zod";
import { type Finding, findingsOf } from "@/lib/bounds/findings";
import { flawIn } from "@/lib/bounds/flaw";
import { MAX_BODY_BYTES } from "@/lib/bounds/limits";
import type { Contract } from "@/lib/contracts/contract";
import { Failure, invalid } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";

/** `form` is the body that was read before; else the body is JSON. */
export async function readInput(
  contract: Contract,
  request: Request,
  params: Record<string, string>,
  form?: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const query = readQuery(contract, new URL(request.url).searchParams);
  const input = { ...check(contract.params, params), ...check(contract.query, query) };
  if (contract.method === "GET") return input;
  return Object.assign(input, check(contract.body, form ?? (await readJson(request))));
}

function check(schema: z.ZodType, value: unknown): Record<string, unknown> {
  const flaw = flawIn(value);
  if (flaw) throw refusal([flaw]);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationFailure(parsed.error, value);
  return parsed.data as Record<string, unknown>; // safe because params, query and body schemas are objects
}

/** One message per field path, in the platform's words. `value` is what was checked: what it lacks is told as missing. */
export const validationFailure = (error: z.ZodError, value: unknown): Failure => refusal(findingsOf(error, value));

function refusal(findings: readonly Finding[]): Failure {
  const fields = groupBy(findings, ({ path }) => path.map(String).join(".") || "non_field_errors");
  const messages = [...fields].map(([field, group]): [string, string[]] => [
    field,
    group.map(({ message }) => message),
  ]);
  const message = messages
    .map(([field, texts]) => (field === "non_field_errors" ? texts.join(" ") : `${field}: ${texts.join(" ")}`))
    .join("; ");
  const code = findings.some(({ isMissing }) => isMissing) ? "required" : "invalid";
  return new Failure("invalid", message, { fields: Object.fromEntries(messages), code });
}

type Kind = "integer" | "number" | "boolean" | "array" | "text";
const kinds = new WeakMap<Contract, ReadonlyMap<string, Kind>>();

/** What each query field is by its schema; query strings are read accordingly before they are checked. */
function queryKinds(contract: Contract): ReadonlyMap<string, Kind> {
  const known = kinds.get(contract);
  if (known) return known;
  const document = z.toJSONSchema(contract.query, { io: "input", unrepresentable: "any" });
  const found = new Map<string, Kind>();
  for (const [field, schema] of Object.entries(document.properties ?? {})) {
    const type = typeof schema === "object" ? schema.type : undefined;
    const isRead = type === "integer" || type === "number" || type === "boolean" || type === "array";
    found.set(field, isRead ? type : "text");
  }
  kinds.set(contract, found);
  return found;
}

/** Fields by the names that the client chose: entries become own members, whatever every object inherits. */
function readQuery(contract: Contract, search: URLSearchParams): Record<string, unknown> {
  const known = queryKinds(contract);
  const read = (field: string): unknown => {
    const kind = known.get(field) ?? "text";
    const values = search.getAll(field);
    return kind === "array" ? values.flatMap((value) => value.split(",")) : readScalar(kind, values.at(-1) ?? "");
  };
  return Object.fromEntries([...new Set(search.keys())].map((field) => [field, read(field)]));
}

function readScalar(kind: Kind, text: string): unknown {
  if (kind === "boolean" && /^(true|1)$/i.test(text)) return true;
  if (kind === "boolean" && /^(false|0)$/i.test(text)) return false;
  if ((kind === "integer" || kind === "number") && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text;
}

async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request, MAX_BODY_BYTES);
  if (text.trim() === "") return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalid("The request body is not valid JSON.", { code: "parse_error" });
  }
  if (body === null || typeof body !== "object" || Array.isArray(body)) {
    throw invalid("The request body must be a JSON object.", { code: "parse_error" });
  }
  return body;
}

const tooLarge = (limit: number) =>
  new Failure("tooLarge", `The request body is larger than ${limit / 1024 / 1024} MB.`);

/** The body's chunks; fails as soon as they are more than `limit` bytes, whatever the client announced. */
async function* limitedBody(request: Request, limit: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    yield chunk;
  }
}

async function readText(request: Request, limit: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  try {
    for await (const chunk of limitedBody(request, limit)) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw invalid("The request body could not be read as UTF-8 text.", { code: "parse_error" });
  }
}
