import { CallError } from "@/lib/client/call-error";

/** What is wrong with a field, or with something inside it; the gateway's texts begin with the field's name. */
export function errorAt(error: unknown, field: string): string | undefined {
  if (!(error instanceof CallError)) return undefined;
  const [found] = Object.entries(error.fields).filter(([name]) => name === field || name.startsWith(`${field}.`));
  return found?.[1].join(" ");
}

/** What to say of the form as a whole: the message, unless one of these fields says it. */
export const errorBeside = (error: unknown, fields: readonly string[]): string | undefined =>
  error instanceof Error && !fields.some((field) => errorAt(error, field)) ? error.message : undefined;
