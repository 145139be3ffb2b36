import { StartupError } from "@/lib/startup-error";

const causes: [pattern: RegExp, sentence: (directory: string) => string][] = [
  [/No space left on device|ENOSPC/, (directory) => `The disk that holds ${directory} is full.`],
  [
    /Permission denied|Operation not permitted|EACCES|EPERM|EROFS|Read-only file system/,
    (directory) =>
      `The embedded PostgreSQL may not write to ${directory}: check its permissions, or set ASSAY_DATA_DIR.`,
  ],
  [
    /database files are incompatible|was initialized by PostgreSQL version/,
    (directory) =>
      `${directory} was made by another version of PostgreSQL: export it with that version, or set DATABASE_URL.`,
  ],
  [
    /error while loading shared libraries|spawn \S+ ENOENT|ENOEXEC|Exec format/,
    () => "The embedded PostgreSQL does not run on this system: set DATABASE_URL to a PostgreSQL of your own.",
  ],
];

/** PostgreSQL's last output as one sentence that says what to do. */
export function explain(output: string, directory: string, error?: unknown): StartupError {
  const message = error instanceof Error ? error.message : "";
  const known = causes.find(([pattern]) => pattern.test(output) || pattern.test(message));
  if (known) return new StartupError(known[1](directory), { cause: error });
  const reason = /(?:FATAL|PANIC|error): +(.+)/.exec(output)?.[1] ?? message.split("\n")[0] ?? "no reason given";
  return new StartupError(`The embedded PostgreSQL in ${directory} does not start: ${reason}.`, { cause: error });
}
