// `assay traces search|tail`: traces that match, a line each.
import { setTimeout as wait } from "node:timers/promises";
import type { ClientInput, Output } from "@/lib/contracts/contract";
import { listTraces } from "@/lib/contracts/traces/traces";
import { whenAborted } from "@/lib/rejections";
import { numberOf, readArguments } from "../arguments";
import { type Connection, connect } from "../connection";
import { oneLine } from "../run/report";
import { note, print, printJson } from "../terminal";
import { Problem, type Verdict } from "../verdict";

export const usage = `assay traces search [WORDS] [--project-id ID] [--model NAME] [--user ID] [--tag TAG] [--name SPAN]
                    [--environment NAME] [--errors] [--since TIME] [--limit 20] [--json]
       assay traces tail [the same]`;

const TAIL_MS = 2000;
/** As many are looked at again, because spans of a trace may arrive late. */
const TAIL_ROWS = 100;
const MAX_REMEMBERED = 10_000;

const text = { type: "string" } as const;
const options = {
  "project-id": text,
  model: text,
  user: text,
  tag: text,
  name: text,
  environment: text,
  since: text,
  limit: text,
  errors: { type: "boolean" },
  json: { type: "boolean" },
} as const;

type Query = ClientInput<typeof listTraces>;
type Trace = Output<typeof listTraces>["results"][number];

export async function traces(args: readonly string[], signal: AbortSignal): Promise<Verdict> {
  const [action, ...rest] = args;
  if (action !== "search" && action !== "tail") throw new Problem(`Usage: ${usage}`);
  const { values, positionals } = readArguments(rest, options, { words: [0, 100], usage });
  const { "project-id": project_id, errors, json = false, limit = "20", ...filters } = values;
  const query: Query = {
    ...filters,
    ...(project_id === undefined ? {} : { project_id }),
    ...(errors ? { has_error: true } : {}),
    ...(positionals.length > 0 ? { text: positionals.join(" ") } : {}),
    contents: false,
  };
  const rows = numberOf(limit, "--limit", 1, 1000);
  const show = (trace: Trace) => (json ? printJson(trace) : print(lineOf(trace)));
  const connection = await connect(signal);
  if (action === "tail") await tail(connection, query, show, signal).catch(whenAborted(() => undefined));
  else await search(connection, { ...query, limit: rows }, show);
  return "passed";
}

async function search(connection: Connection, query: Query, show: (trace: Trace) => Promise<void>): Promise<void> {
  const { results } = await connection.call(listTraces, query, { retries: true });
  for (const trace of results) await show(trace);
  if (results.length === 0) note("No trace matches.");
}

/** Shows each trace once, as it arrives, until the command is stopped. */
async function tail(
  connection: Connection,
  query: Query,
  show: (trace: Trace) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const newest = { ...query, limit: TAIL_ROWS };
  const { results } = await connection.call(listTraces, newest, { retries: true });
  const seen = new Set(results.map(({ id }) => id));
  note("Waiting for traces; Ctrl-C ends.");
  for (;;) {
    await wait(TAIL_MS, undefined, { signal });
    const page = await connection.call(listTraces, newest, { retries: true });
    for (const trace of page.results.toReversed()) {
      if (seen.has(trace.id)) continue;
      seen.add(trace.id);
      await show(trace);
    }
    // The oldest were added first.
    for (const id of seen) {
      if (seen.size <= MAX_REMEMBERED) break;
      seen.delete(id);
    }
  }
}

function lineOf(trace: Trace): string {
  const latency = trace.latency_ms === null ? "–" : `${Math.round(trace.latency_ms)} ms`;
  const parts = [trace.started_at ?? trace.created_at, trace.trace_id, trace.status, latency, oneLine(trace.name)];
  const preview = oneLine(trace.output_preview ?? trace.input_preview ?? "");
  return `${[...parts, preview].filter(Boolean).join("  ")}\n`;
}
