import { CallError } from "@/lib/client/call-error";

/** The error of a field or of anything inside it. */
export function errorAt(error: unknown, field: string): string | undefined {
  if (!(error instanceof CallError)) return undefined;
  const [found] = Object.entries(error.fields).filter(([name]) => name === field || name.startsWith(`${field}.`));
  return found?.[1].join(" ");
}

/** The error of the form as a whole: the message, unless one of these fields shows it. */
export const errorBeside = (error: unknown, fields: readonly string[]): string | undefined =>
  error instanceof Error && !fields.some((field) => errorAt(error, field)) ? error.message : undefined;
