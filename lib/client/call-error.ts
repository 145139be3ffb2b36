import { recordIn } from "@/lib/records";

/** A failed call: the status (0 if no answer came), the wire's code, messages by field, and other members of the body. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Record<string, string[]> = {},
    /** The other members of the error body. */
    readonly facts: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = "CallError";
  }
}

/** The platform's or the gateway's error body as a CallError; any other body (a proxy's page) becomes a plain sentence. */
export function errorOf(status: number, body: unknown): CallError {
  const wire = recordIn(body);
  if (wire.error !== null && typeof wire.error === "object") return gatewayError(status, recordIn(wire.error));
  const message = typeof wire.message === "string" ? wire.message : ofStatus(status);
  const code = typeof wire.code === "string" ? wire.code : "unknown";
  return new CallError(status, code, message, fieldsOf(wire.details), wire);
}

/** Of a proxy or a host in front of the server, which do not know the API's errors. */
const ofStatus = (status: number): string =>
  status === 413
    ? "This is larger than what the server's host or a proxy lets through."
    : `The server answered with status ${status}.`;

/** The gateway names one field at most. */
function gatewayError(status: number, wire: Record<string, unknown>): CallError {
  const message = String(wire.message);
  const fields = typeof wire.param === "string" ? { [wire.param]: [message] } : {};
  return new CallError(status, String(wire.code), message, fields, wire);
}

function fieldsOf(details: unknown): Record<string, string[]> {
  if (details === null || typeof details !== "object") return {};
  return Object.fromEntries(Object.entries(details).map(([field, messages]) => [field, [messages].flat().map(String)]));
}

export const isStatus = (error: unknown, status: number): error is CallError =>
  error instanceof CallError && error.status === status;

/** Whether the object does not exist. A malformed id is answered with 400. */
export const isMissing = (error: unknown): boolean => isStatus(error, 404) || isStatus(error, 400);

/** The message for one field of a form. */
export const fieldError = (error: unknown, field: string): string | undefined =>
  error instanceof CallError ? error.fields[field]?.join(" ") : undefined;

/** The message to show above a form, unless its fields show it. */
export function formError(error: unknown, fields: readonly string[]): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const shown = error instanceof CallError && Object.keys(error.fields).some((field) => fields.includes(field));
  return shown ? undefined : error.message;
}
