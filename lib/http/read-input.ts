// Turns a request into a verb's input: path, query and body, each checked by the contract, joined into one flat object.
import { z } from "zod";
import type { Contract } from "@/lib/contracts/contract";
import { Failure, invalid, invalidField } from "@/lib/errors";

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_FILE_BYTES = 100 * 1024 * 1024;
const MAX_DEPTH = 64;

export async function readInput(
  contract: Contract,
  request: Request,
  params: Record<string, string>,
): Promise<Record<string, unknown>> {
  const query = readQuery(contract, new URL(request.url).searchParams);
  const input = { ...check(contract.params, params), ...check(contract.query, query) };
  if (contract.method === "GET") return input;
  const body = contract.accepts === "multipart" ? await readForm(request) : await readJson(request);
  return Object.assign(input, check(contract.body, body));
}

function check(schema: z.ZodType, value: unknown): Record<string, unknown> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationFailure(parsed.error, value);
  checkText(parsed.data, [], 0);
  return parsed.data as Record<string, unknown>; // safe because params, query and body schemas are objects
}

/** One message per field path, in the platform's words. `value` is what was checked: what it lacks is told as missing. */
export function validationFailure(error: z.ZodError, value: unknown): Failure {
  const fields: Record<string, string[]> = {};
  const add = (path: PropertyKey[], message: string) => {
    const field = path.map(String).join(".") || "non_field_errors";
    fields[field] = [...(fields[field] ?? []), message];
  };
  const isMissing = ({ path }: z.core.$ZodIssue) => path.length > 0 && valueAt(value, path) === undefined;
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") for (const key of issue.keys) add([...issue.path, key], "Unknown field.");
    else add(issue.path, isMissing(issue) ? "This field is required." : issue.message);
  }
  const message = Object.entries(fields)
    .map(([field, messages]) => (field === "non_field_errors" ? messages.join(" ") : `${field}: ${messages.join(" ")}`))
    .join("; ");
  return new Failure("invalid", message, { fields, ...(error.issues.some(isMissing) ? { code: "required" } : {}) });
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, step) => (inner !== null && typeof inner === "object" ? Reflect.get(inner, step) : undefined),
    value,
  );

/** PostgreSQL stores neither NUL nor lone surrogates; deep nesting only serves to exhaust a stack. */
function checkText(value: unknown, path: string[], depth: number): void {
  if (depth > MAX_DEPTH) throw invalidField(path[0] ?? "non_field_errors", `Nested deeper than ${MAX_DEPTH} levels.`);
  if (typeof value === "string") {
    if (value.includes("\0")) throw invalidField(path.join("."), "May not contain NUL characters.");
    if (!value.isWellFormed()) throw invalidField(path.join("."), "Is not well-formed Unicode.");
  } else if (Array.isArray(value)) {
    value.forEach((entry, index) => {
      checkText(entry, [...path, String(index)], depth + 1);
    });
  } else if (value !== null && typeof value === "object" && !(value instanceof Blob)) {
    for (const [key, entry] of Object.entries(value)) {
      checkText(key, path, depth + 1);
      checkText(entry, [...path, key], depth + 1);
    }
  }
}

type Kind = "integer" | "number" | "boolean" | "array" | "text";
const kinds = new WeakMap<Contract, Record<string, Kind>>();

/** What each query field is by its schema; query strings are read accordingly before they are checked. */
function queryKinds(contract: Contract): Record<string, Kind> {
  const known = kinds.get(contract);
  if (known) return known;
  const document = z.toJSONSchema(contract.query, { io: "input", unrepresentable: "any" });
  const found: Record<string, Kind> = {};
  for (const [field, schema] of Object.entries(document.properties ?? {})) {
    const type = typeof schema === "object" ? schema.type : undefined;
    found[field] = type === "integer" || type === "number" || type === "boolean" || type === "array" ? type : "text";
  }
  kinds.set(contract, found);
  return found;
}

function readQuery(contract: Contract, search: URLSearchParams): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const field of new Set(search.keys())) {
    const kind = queryKinds(contract)[field] ?? "text";
    const values = search.getAll(field);
    query[field] =
      kind === "array" ? values.flatMap((value) => value.split(",")) : readScalar(kind, values.at(-1) ?? "");
  }
  return query;
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

async function readForm(request: Request): Promise<Record<string, unknown>> {
  const mediaType = request.headers.get("content-type");
  if (!mediaType?.startsWith("multipart/form-data")) {
    throw new Failure("unsupportedMedia", "Send the file as multipart/form-data.");
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of limitedBody(request, MAX_FILE_BYTES)) chunks.push(chunk);
  try {
    const form = await new Response(new Blob(chunks), { headers: { "content-type": mediaType } }).formData();
    return Object.fromEntries(form);
  } catch (error) {
    throw invalid("The form could not be read.", { code: "parse_error", cause: error });
  }
}
