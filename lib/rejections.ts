// What may follow a rejected promise. Each function takes one kind of error, by name; every other error goes on to the caller.
// `lib/bare-catches.test.ts` forbids `.catch(() => …)`, which takes any error for the one that its author had in mind.
import { Failure } from "./errors";

/** Makes a handler for `.catch` out of a test: what it expects becomes `otherwise()`, and the rest is thrown again. */
export const whenError =
  (isExpected: (error: unknown) => boolean) =>
  <T>(otherwise: () => T) =>
  (error: unknown): T => {
    if (isExpected(error)) return otherwise();
    throw error;
  };

const isNamed =
  (...names: string[]) =>
  (error: unknown): boolean =>
    error instanceof Error && names.includes(error.name);

/** Reads "not found" as absence. */
export const whenNotFound = whenError((error) => error instanceof Failure && error.kind === "notFound");

/** Reads a file, folder or process that does not exist as absence. */
export const whenNoFile = whenError(
  (error) => error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"),
);

/** Ends a wait that a signal has cut short. */
export const whenAborted = whenError(isNamed("AbortError"));

/** Takes a body that is not JSON. */
export const whenNotJson = whenError(isNamed("SyntaxError"));

/** Takes a browser's refusal to play, or a pause that came first. */
export const whenNotPlayed = whenError(isNamed("NotAllowedError", "AbortError"));

/** Lets a promise fail here because `reader` gets the same error. Says so to the reader of the code, and does nothing else. */
export const handledBy =
  (_reader: string) =>
  (_error: unknown): undefined =>
    undefined;
