// What Inngest has to log, as lines of the server's own log.
import type { Logger } from "inngest";
import { describeError } from "@/lib/error-report";
import { type Fields, type Level, log } from "@/lib/observe/log";
import { isRecord } from "@/lib/records";

/** Its words for what happens often, in ours. */
const MESSAGES: Record<string, string> = {
  "Inngest step error": "A step of a job failed.",
  "Inngest function error": "A job failed.",
};

interface JobLog extends Logger {
  child(about: Record<string, unknown>): JobLog;
}

/** `about` is in every line: the run and its event. Of what Inngest passes, only a message and an error are written. */
export function jobLog(about: Fields = {}, write = log): JobLog {
  const writer =
    (level: Level) =>
    (...parts: unknown[]): void => {
      const message = parts.find((part) => typeof part === "string") ?? "Inngest logged something.";
      const details = parts.find(isRecord) ?? {};
      const error = details.err ?? details.error ?? parts.find((part) => part instanceof Error);
      const described: Fields = error === undefined ? {} : { error: describeError(error) };
      write(level, MESSAGES[message] ?? message, { ...about, ...described });
    };
  return {
    debug: writer("debug"),
    info: writer("info"),
    warn: writer("warn"),
    error: writer("error"),
    child: ({ runID, eventName }) => jobLog({ ...about, ...named("run", runID), ...named("event", eventName) }, write),
  };
}

const named = (name: string, value: unknown): Fields => (typeof value === "string" ? { [name]: value } : {});
