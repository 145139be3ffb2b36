// Which refusals an operation answers with: those that follow from its contract, and those that it names.
import type { z } from "zod";
import type { Access, Contract } from "@/lib/contracts/contract";
import { errorBody, gatewayErrorBody } from "@/lib/contracts/errors";
import { type FailureCode as GatewayCode, failures as gatewayFailures } from "@/lib/contracts/gateway/failures";
import { type FailureCode, type FailureKind, failures } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { collectSchemas, type Schema, type SchemaCollection } from "./schemas";
import { failureWords, gatewayFailureWords } from "./words";

/** What serves the operation: it decides on credentials and on the form of errors. */
export type Service = "platform" | "gateway" | "administration";

export const serviceOf = ({ path }: Contract): Service =>
  path.startsWith("/v1/") ? "gateway" : path.startsWith("/-/") ? "administration" : "platform";

const asksForRole: Record<Access, boolean> = {
  public: false,
  read: false,
  write: true,
  queue: true,
  admin: true,
  owner: true,
  gateway: true,
  operator: true,
};

/** Whether something in it may not be left out. */
function asksFor(schema: z.ZodType): boolean {
  const schemas = collectSchemas();
  return JSON.stringify([schemas.of(schema, "input"), schemas.components]).includes('"required":');
}

/** What follows from the contract alone. */
function implied(contract: Contract): FailureCode[] {
  const { access, scope, method, accepts } = contract;
  const isGuarded = access !== "public";
  const hasBody = method !== "GET";
  const isFound = Object.keys(contract.params.shape).length > 0 || contract.envelope === "page";
  const codes: (FailureCode | false)[] = [
    "invalid",
    (asksFor(contract.query) || (hasBody && asksFor(contract.body))) && "required",
    hasBody && "parse_error",
    isGuarded && "not_authenticated",
    isGuarded && "authentication_failed",
    isGuarded && "key_expired",
    asksForRole[access] && "permission_denied",
    isGuarded && scope !== "any" && "scope_missing",
    contract.signedInOnly === true && "session_required",
    isGuarded && !contract.beforeRequirements && "second_factor_missing",
    isGuarded && !contract.beforeRequirements && "company_sign_in_missing",
    isGuarded && hasBody && "csrf_failed",
    isFound && "not_found",
    hasBody && "request_too_large",
    accepts !== "json" && "unsupported_media_type",
    "server_error",
    "service_unavailable",
  ];
  return codes.filter((code) => code !== false);
}

const impliedByService: Record<Exclude<Service, "platform">, GatewayCode[]> = {
  gateway: [
    "unauthorized",
    "permission_denied",
    "key_paused",
    "rate_limit_exceeded",
    "internal_error",
    "service_unavailable",
  ],
  administration: [
    "invalid_request_error",
    "unauthorized",
    "permission_denied",
    "rate_limit_exceeded",
    "internal_error",
    "service_unavailable",
  ],
};

const found = new WeakMap<Contract, readonly string[]>();

/** Every code that an operation may refuse with, in the order of the tables. Found out once: outside production each refusal asks. */
export function codesOf(contract: Contract): readonly string[] {
  const codes = found.get(contract) ?? findCodes(contract);
  found.set(contract, codes);
  return codes;
}

function findCodes(contract: Contract): string[] {
  const service = serviceOf(contract);
  const impliedNames = service === "platform" ? implied(contract) : impliedByService[service];
  const shown = new Set<string>([...impliedNames, ...(contract.errors ?? [])]);
  const codes = (service === "platform" ? platformCodes : gatewayCodes).filter((code) => shown.has(code));
  if (codes.length < shown.size) throw new Error(`${contract.name} names an error that its service does not know.`);
  return codes;
}

const kinds = Object.keys(failures) as FailureKind[]; // safe because it is a constant, as the next
const gatewayCodes = Object.keys(gatewayFailures) as GatewayCode[];
const platformCodes = kinds.flatMap((kind): readonly FailureCode[] => failures[kind].codes);

/** The mistake where a refusal is none that the API's description tells of. */
export const undeclared = (contract: Contract, code: string): Error | undefined =>
  codesOf(contract).includes(code)
    ? undefined
    : new Error(`${contract.name} refuses with ${code}, which is not among the errors of its contract.`);

interface ErrorExample {
  status: number;
  code: string;
  words: string;
}

function toldBy(contract: Contract): ErrorExample[] {
  const codes = codesOf(contract);
  if (serviceOf(contract) === "platform") {
    return kinds.flatMap((kind) => {
      const own = failures[kind].codes.filter((code: string) => codes.includes(code));
      return own.map((code: FailureCode) => ({ code, status: failures[kind].status, words: failureWords[code] }));
    });
  }
  const shown = gatewayCodes.filter((code) => codes.includes(code));
  const passedOn = contract.passedOn ?? [];
  return [
    ...shown.map((code) => ({ code, status: gatewayFailures[code].status, words: gatewayFailureWords[code] })),
    ...passedOn.map((status) => ({
      code: "invalid_request_error",
      status,
      words: "The provider refuses the request.",
    })),
  ];
}

const retryAfter = { description: "Seconds to wait before a retry", schema: { type: "integer" } };
const scheme = { description: "The required authentication scheme", schema: { type: "string" } };

function headersOf(status: number, isPlatform: boolean): Schema | undefined {
  if (status === 401 && isPlatform) return { "WWW-Authenticate": scheme };
  return status === 429 || status === 503 ? { "Retry-After": retryAfter } : undefined;
}

/** The refusals of an operation as OpenAPI's responses, by status. Short ones are defined once, among the components. */
export function failureResponses(contract: Contract, schemas: SchemaCollection): Record<string, Schema> {
  const isPlatform = serviceOf(contract) === "platform";
  const body = schemas.of(isPlatform ? errorBody : gatewayErrorBody, "output");
  const byStatus = groupBy(toldBy(contract), (shown) => shown.status);
  const passed = passedStatuses(contract);
  return Object.fromEntries(
    [...byStatus].map(([status, shown]) => {
      const isPassed = passed.includes(status);
      const response = responseOf(status, shown, body, { isPlatform, isPassed });
      if (shown.length > SHARED_CODES || isPassed) return [status, response];
      const name = `${isPlatform ? "" : "Gateway"}${shown.map(({ code }) => pascalCase(code)).join("Or")}`;
      schemas.responses[name] = response;
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

const SHARED_CODES = 3;

const pascalCase = (code: string): string => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The statuses with which a provider's refusal reaches the client, with the provider's code if it names one. */
const passedStatuses = ({ passedOn }: Contract): number[] => (passedOn ? [400, 429, ...passedOn] : []);

interface Form {
  isPlatform: boolean;
  isPassed: boolean;
}

function responseOf(status: number, shown: ErrorExample[], body: Schema, { isPlatform, isPassed }: Form): Schema {
  const code = { type: "object", properties: { code: { enum: shown.map((entry) => entry.code) } } };
  const headers = headersOf(status, isPlatform);
  const narrowed = isPlatform ? code : { type: "object", properties: { error: code } };
  const words = shown.map((entry) => `\`${entry.code}\`: ${entry.words}`);
  return {
    description: [...words, ...(isPassed ? ["Or the provider's own code."] : [])].join("\n\n"),
    ...(headers ? { headers } : {}),
    content: { "application/json": { schema: isPassed ? body : { allOf: [body, narrowed] } } },
  };
}
