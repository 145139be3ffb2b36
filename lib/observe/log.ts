// The server's log, on stderr: a JSON object a line for collectors, or sentences for a person at a terminal. Browsers report
// ignored failures with it, so it imports no schemas.
import { type LogLevel, logFormats, logLevels } from "@/lib/env/log-names";

export type Level = LogLevel;

/** Only ids, names, numbers, and an error as `describeError` writes it. Never a secret or a content. */
export type Fields = Readonly<Record<string, string | number | null>>;

export interface LogSettings {
  isJson: boolean;
  level: Level;
}

interface Line {
  level: Level;
  message: string;
  fields: Fields;
  time: Date;
}

const severity: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/** A terminal shows warnings only: a person who tries something out needs no line a request. */
export function logSettings(format: "json" | "text" | undefined, level: Level | undefined, isTerminal: boolean) {
  const isJson = format === undefined ? !isTerminal : format === "json";
  return { isJson, level: level ?? (isJson ? "info" : "warn") } satisfies LogSettings;
}

/** Null for a line that the level leaves out. */
export function lineOf({ level, message, fields, time }: Line, settings: LogSettings): string | null {
  if (severity[level] < severity[settings.level]) return null;
  if (settings.isJson) return JSON.stringify({ time: time.toISOString(), level, message, ...fields });
  const { error, ...others } = fields;
  const pairs = Object.entries(others).flatMap(([name, value]) => (value === null ? [] : `${name}=${value}`));
  return [message, ...pairs, ...(error === undefined ? [] : [error])].join(" ");
}

let known: LogSettings | undefined;

function settings(): LogSettings {
  if (known) return known;
  const { ASSAY_LOG, ASSAY_LOG_LEVEL } = process.env;
  // A value that is not valid counts as unset: the log must not fail where an error is written down.
  const format = logFormats.find((name) => name === ASSAY_LOG);
  const level = logLevels.find((name) => name === ASSAY_LOG_LEVEL);
  // The edge runtime has no stderr.
  known = logSettings(format, level, globalThis.process?.stderr?.isTTY === true);
  return known;
}

/** Writes one line at once. */
export function log(level: Level, message: string, fields: Fields = {}): void {
  const line = lineOf({ level, message, fields, time: new Date() }, settings());
  // The console is the only way to a line that the edge runtime has as well.
  if (line !== null) console.error(line);
}

const BATCH_MS = 100;
const MOST_LINES = 500;
let batch: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Writes what `logSoon` has collected. */
export function flushLog(): void {
  clearTimeout(timer);
  timer = undefined;
  if (batch.length === 0) return;
  const lines = batch.join("\n");
  batch = [];
  console.error(lines);
}

/** The same in batches, for lines of every request: a write takes longer than all the rest of a line. */
export function logSoon(level: Level, message: string, fields: Fields): void {
  const line = lineOf({ level, message, fields, time: new Date() }, settings());
  if (line === null) return;
  batch.push(line);
  timer ??= setTimeout(flushLog, BATCH_MS);
  if (batch.length >= MOST_LINES) flushLog();
}
