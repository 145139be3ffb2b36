// What a request is found by, as lexemes of PostgreSQL's full-text search: one inverted index answers for names and magnitudes.
// Words of contents are found in the spans (log-pages.ts). Older rows have words here too, none of which has an `=`.

import type { RequestRecord } from "@/lib/contracts/gateway/request-record";
import { promptText } from "@/lib/contracts/prompts/names";

/** The terms of a search. Numbers are minimums; money is in micro-dollars. */
export interface SearchFilters {
  key?: string | undefined;
  user?: string | undefined;
  session?: string | undefined;
  /** The requested model, or the one that answered. */
  model?: string | undefined;
  /** A prompt's name, alone or with `@` and a version. */
  prompt?: string | undefined;
  provider?: string | undefined;
  operation?: string | undefined;
  status?: number | undefined;
  code?: string | undefined;
  failed?: boolean | undefined;
  cache?: string | undefined;
  guardrail?: string | undefined;
  latency?: number | undefined;
  tokens?: number | undefined;
  cost?: number | undefined;
}

/** The smallest and the largest magnitude with a token; a power of ten each. */
const magnitudes = { latency: [3, 6], tokens: [3, 7], cost: [3, 9] } as const;
type Magnitude = keyof typeof magnitudes;

/** A lexeme holds 2046 bytes; longer texts were cut when they were read. */
const term = (name: string, value: string | number | boolean): string => `${name}=${value}`;

/** The lexemes of a request's names and magnitudes, each once. */
export function termsOf(record: RequestRecord): string[] {
  const { inputTokens, outputTokens } = record;
  const named: [string, string | number | boolean | null][] = [
    ["key", record.keyId],
    ["user", record.user],
    ["session", record.session],
    ["model", record.requestedModel],
    ["model", record.model],
    ["model", record.provider && record.model && `${record.provider}/${record.model}`],
    ["prompt", record.prompt?.name ?? null],
    ["prompt", record.prompt ? promptText(record.prompt) : null],
    ["provider", record.provider],
    ["operation", record.operation],
    ["status", record.status],
    ["code", record.code],
    ["failed", record.code === null ? null : true],
    ["cache", record.cache],
    ...record.guardrails.flatMap(({ name }): [string, string][] => [
      ["guardrail", name],
      ["guardrail", ""],
    ]),
  ];
  const terms = named.flatMap(([name, value]) => (value === null ? [] : [term(name, value)]));
  const reached: [Magnitude, number][] = [
    ["latency", record.latencyMs],
    ["tokens", (inputTokens ?? 0) + (outputTokens ?? 0)],
    ["cost", record.costMicros ?? 0],
  ];
  for (const [name, value] of reached) {
    const [from, to] = magnitudes[name];
    for (let power = from; power <= to && 10 ** power <= value; power++) terms.push(term(`${name}e`, power));
  }
  return [...new Set(terms)];
}

/** The lexemes that a search asks for; none if it names nothing. Magnitudes only narrow the search. */
export const termsOfSearch = (named: SearchFilters): string[] =>
  Object.entries(named).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    if (!isMagnitude(name)) return [term(name, value)];
    const [from, to] = magnitudes[name];
    const power = Math.min(Math.floor(Math.log10(Math.max(Number(value), 1)) + 1e-9), to);
    return power < from ? [] : [term(`${name}e`, power)];
  });

/** A tsquery that all of the lexemes match. */
export const queryOf = (terms: readonly string[]): string => terms.map(quoted).join(" & ");

const isMagnitude = (name: string): name is Magnitude => Object.hasOwn(magnitudes, name);

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, (character) => character + character)}'`;
