// The server: calls of its operations, through the same client as the screens.
import { setTimeout as wait } from "node:timers/promises";
import { call, requestFor } from "@/lib/client/call";
import { CallError, errorOf } from "@/lib/client/call-error";
import type { ClientInput, Contract, Operation, Output } from "@/lib/contracts/contract";
import { health } from "@/lib/contracts/platform";
import { whenNotJson } from "@/lib/rejections";
import { VERSION } from "@/lib/version";
import { fetchWithin } from "./redirects";
import { readSettings, type Settings } from "./settings";
import { note } from "./terminal";
import { Problem } from "./verdict";

const TRIES = 5;
const FIRST_WAIT_MS = 500;

interface CallOptions {
  headers?: Record<string, string>;
  /** Repeats a call whose repetition changes nothing, while the server cannot be reached or is busy. */
  retries?: boolean;
  /** In place of the connection's own, for what still has to be said after an interruption. */
  signal?: AbortSignal;
}

export interface Connection {
  url: string;
  call<C extends Contract>(contract: C, input: ClientInput<C>, options?: CallOptions): Promise<Output<C>>;
  /** An answer that is not JSON, as it comes. Throws for a refusal. */
  open<C extends Contract>(contract: C, input: ClientInput<C>): Promise<Response>;
}

/** Without the schema of the answer: a newer server may answer more than this command knows. */
const withoutSchema = <C extends Contract>({ name, method, path, envelope, accepts, queryNames }: C): Operation<C> => ({
  name,
  method,
  path,
  envelope,
  accepts,
  queryNames,
});

export const credentialHeaders = ({ apiKey, secretKey }: Settings): Record<string, string> =>
  secretKey ? { "x-api-key": apiKey, "x-secret-key": secretKey } : { authorization: `Bearer ${apiKey}` };

/** Connects with what `assay login` or the environment says. Throws a Problem if there is no server, or another one. */
export async function connect(signal: AbortSignal, settings?: Settings): Promise<Connection> {
  const used = settings ?? (await readSettings());
  const { url } = used;
  const versions = await compareVersions(url, signal);
  if (versions) note(versions);
  const headers = credentialHeaders(used);
  return {
    url,
    async call(contract, input, options = {}) {
      const ownHeaders = { ...headers, ...options.headers };
      const request = { origin: url, signal: options.signal ?? signal, headers: ownHeaders, fetcher: fetchWithin };
      // Safe because an operation without its schema has its contract's input and output.
      const send = () => call(withoutSchema(contract), input as never, request) as Promise<Output<typeof contract>>;
      return (options.retries ? repeated(send, request.signal) : send()).catch((error: unknown) => {
        throw asProblem(error, url, versions);
      });
    },
    async open(contract, input) {
      const response = await opened(withoutSchema(contract), input, { origin: url, signal, headers }).catch(
        (error: unknown) => {
          throw asProblem(error, url, versions);
        },
      );
      if (response.ok) return response;
      const body: unknown = await response.json().catch(whenNotJson(() => null));
      throw asProblem(errorOf(response.status, body), url, versions);
    },
  };
}

/** The answer as it comes. Throws a CallError if there is none. */
async function opened<C extends Contract>(
  operation: Operation<C>,
  input: ClientInput<C>,
  options: { origin: string; signal: AbortSignal; headers: Record<string, string> },
): Promise<Response> {
  const request = requestFor(operation, input as never, options); // safe: an operation without its schema has the contract's input
  return fetchWithin(request).catch((cause: unknown) => {
    throw options.signal.aborted || cause instanceof CallError
      ? cause
      : new CallError(0, "unreachable", "Could not reach the server.");
  });
}

/** What to say about the server's version. */
async function compareVersions(url: string, signal: AbortSignal): Promise<string | null> {
  const { versionNote } = await import("./server-version");
  try {
    const { version } = await call(withoutSchema(health), {}, { origin: url, signal, fetcher: fetchWithin });
    return versionNote(typeof version === "string" ? version : null, VERSION, url);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 0) throw new Problem(`No server answers at ${url}.`, { cause: error });
    if (error.status === 503) throw new Problem(`The server at ${url} is not ready: ${error.message}`);
    throw new Problem(`No Assay server answers at ${url}: ${error.message}`, { cause: error });
  }
}

async function repeated<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const mayPass = error instanceof CallError && [0, 429, 502, 503, 504].includes(error.status);
      if (!mayPass || attempt === TRIES) throw error;
      await wait(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, { signal });
    }
  }
}

/** Whether a call failed without an answer, so that it may have had its effect. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof Problem) || (error.cause instanceof CallError && [0, 502, 503, 504].includes(error.cause.status));

/** A refusal as a sentence that names its fields. Everything else stays what it is. */
function asProblem(error: unknown, url: string, versions: string | null): unknown {
  if (!(error instanceof CallError)) return error;
  if (error.status === 0) return new Problem(`No server answers at ${url}.`, { cause: error });
  const fields = Object.entries(error.fields).map(([field, messages]) => `${field}: ${messages.join(" ")}`);
  const message = [...new Set([...(fields.length > 0 ? fields : [error.message])])].join("\n");
  const help = error.status === 401 ? " Run assay login, or set ASSAY_API_KEY." : "";
  // A path or a field that only one of the two versions knows.
  const reason = versions && [400, 404, 405, 501].includes(error.status) ? `\n${versions}` : "";
  return new Problem(`${message}${help}${reason}`, { cause: error });
}
