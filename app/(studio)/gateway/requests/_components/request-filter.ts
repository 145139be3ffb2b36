// The filter of the request log, from the address.
import type { RequestQuery } from "@/lib/client/gateway-log";
import type { RequestCode } from "@/lib/contracts/gateway/request-record";
import { cacheOutcomes } from "@/lib/contracts/names";

type Get = (name: string) => string | undefined;
type FilterParser = (text: string) => Partial<RequestQuery> | null;

const text =
  (name: "model" | "provider" | "user" | "session" | "request_id" | "guardrail"): FilterParser =>
  (value) => ({ [name]: value.slice(0, 255) });
const number =
  (name: "status" | "min_latency_ms" | "min_tokens" | "min_cost_micros", most: number, least = 0): FilterParser =>
  (value) => {
    const figure = Number(value);
    return Number.isInteger(figure) && figure >= least && figure <= most ? { [name]: figure } : null;
  };
const matching =
  (name: "key_id" | "trace_id", form: RegExp): FilterParser =>
  (value) =>
    form.test(value) ? { [name]: value.toLowerCase() } : null;

/** The API validates the code. */
const code: FilterParser = (value) => (/^[a-z_\d]{1,40}$/.test(value) ? { code: value as RequestCode } : null);
const cache: FilterParser = (value) => {
  const found = cacheOutcomes.find((each) => each === value);
  return found ? { cache: found } : null;
};

/** Every chip filter with its label and its parser, which returns null for an invalid value. */
export const filters: Record<string, { label: string; hint: string; read: FilterParser }> = {
  model: { label: "Model", hint: "gpt-4.1 or openai/gpt-4.1", read: text("model") },
  status: { label: "Status", hint: "429", read: number("status", 599, 100) },
  code: { label: "Code", hint: "rate_limit_exceeded", read: code },
  user: { label: "User", hint: "As named in requests", read: text("user") },
  key: { label: "Key", hint: "The key's ID", read: matching("key_id", /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i) },
  provider: { label: "Provider", hint: "openai", read: text("provider") },
  session: { label: "Session", hint: "As named in requests", read: text("session") },
  id: { label: "Request ID", hint: "req_…", read: text("request_id") },
  trace: { label: "Trace ID", hint: "32 hexadecimal digits", read: matching("trace_id", /^[\da-f]{32}$/i) },
  guardrail: { label: "Guardrail", hint: "Its name", read: text("guardrail") },
  cache: { label: "Cache", hint: "hit, miss or skip", read: cache },
  latency: { label: "Minimum latency (ms)", hint: "2000", read: number("min_latency_ms", 1e12) },
  tokens: { label: "Minimum tokens", hint: "10000", read: number("min_tokens", 1e12) },
  cost: { label: "Minimum cost ($/1,000,000)", hint: "10000 is one cent", read: number("min_cost_micros", 1e12) },
};

export const spans = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000, all: null } as const;
export type SpanName = keyof typeof spans;

export const outcomes = ["all", "failed", "charged"] as const;

export interface RequestFilter {
  search: string;
  outcome: (typeof outcomes)[number];
  span: SpanName;
  /** Names of filters, and their texts. */
  chips: [name: string, text: string][];
  after: string | undefined;
}

export function requestFilterOf(get: Get): RequestFilter {
  const span = get("span");
  return {
    search: (get("search") ?? "").slice(0, 255),
    outcome: outcomes.find((each) => get(each) === "1") ?? "all",
    span: span && Object.hasOwn(spans, span) ? (span as SpanName) : "all", // safe because it is one of its names
    chips: Object.entries(filters).flatMap(([name, { read }]): [string, string][] => {
      const value = get(name)?.trim();
      return value && read(value) ? [[name, value]] : [];
    }),
    after: get("after"),
  };
}

/** `since` is the start of the shown time span; null for all time. */
export function queryOf({ search, outcome, chips, after }: RequestFilter, since: string | null): RequestQuery {
  return {
    ...Object.assign({}, ...chips.map(([name, value]) => filters[name]?.read(value))),
    ...(search.trim() ? { search } : {}),
    ...(outcome === "all" ? {} : { [outcome]: true }),
    ...(since ? { from: since } : {}),
    ...(after ? { after } : {}),
  };
}
