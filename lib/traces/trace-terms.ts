// What lists find a trace by, as texts of one array: one inverted index answers for all of them.
import { type SQL, sql } from "drizzle-orm";

export const termNames = ["name", "model", "tag", "user", "environment", "status", "error", "prompt"] as const;
export type TermName = (typeof termNames)[number];

/** Longer values are found by their beginning, and an index entry has a limit. */
export const MAX_TERM_VALUE = 255;
/** Of one kind in one trace, so that a trace of ten thousand differently named spans stays a narrow row. */
const MOST_VALUES = 100;

export const termOf = (name: TermName, value: string): string =>
  `${name}=${[...value].slice(0, MAX_TERM_VALUE).join("")}`;

/** The values of one kind among a trace's terms. */
export const valuesOf = (terms: readonly string[], name: TermName): string[] =>
  terms.filter((term) => term.startsWith(`${name}=`)).map((term) => term.slice(name.length + 1));

const term = (name: TermName, value: string): string => `'${name}=' || left(${value}, ${MAX_TERM_VALUE})`;
const termOrNull = (name: TermName, value: string): string => `case when ${value} <> '' then ${term(name, value)} end`;
const all = (name: TermName, value: string): SQL =>
  sql.raw(`(array_agg(distinct ${term(name, value)}) filter (where ${value} <> ''))[:${MOST_VALUES}]`);
const list = (...terms: string[]): string => `array_remove(array[${terms.join(", ")}], null)`;

/** Aggregates over the spans of a trace. */
export const namesOfSpans = all("name", "span.name");
export const modelsOfSpans = all("model", "span.model");
export const tagsOfSpans = sql.raw(
  `(array_agg(distinct ${term("tag", "tag")}) filter (where tag <> ''))[:${MOST_VALUES}]`,
);

/** A prompt is found with its version and without. */
export const namesOfPrompt = "array[span.prompt, regexp_replace(span.prompt, '@v[0-9]+$', '')]";
export const promptsOfSpans = sql.raw(
  `(array_agg(distinct ${term("prompt", "prompt")}) filter (where prompt <> ''))[:${MOST_VALUES}]`,
);

const shared = [
  term("status", "labels.status"),
  `'error=' || (labels.errors > 0)::text`,
  termOrNull("user", "labels.user_id"),
  termOrNull("environment", "labels.environment"),
];
/** Of a trace with its `total` and `labels`. */
export const termsOfMany = sql.raw(`${list(...shared)} || total.names || total.models || total.tags || total.prompts`);
/** Of a trace's only span. */
export const termsOfOne = sql.raw(
  `${list(...shared, termOrNull("name", "span.name"), termOrNull("model", "span.model"))}
    || array(select distinct ${term("tag", "tag")} from unnest(span.tags) as tag) 
    || array(select ${term("prompt", "prompt")} from unnest(${namesOfPrompt}) as prompt where prompt <> '')`,
);
