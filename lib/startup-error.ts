/** A failure to start that its message explains in full: shown as one sentence, without a stack. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartupError";
  }
}

interface SystemError extends Error {
  code: string;
  port?: number;
  address?: string;
  path?: string;
}

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && "code" in error && typeof error.code === "string";

const sentences: Record<string, (error: SystemError) => string> = {
  EADDRINUSE: ({ port }) => `Port ${port} is already in use: set PORT to another one.`,
  EADDRNOTAVAIL: ({ address }) => `HOST ${address} is not an address of this machine.`,
  ENOTFOUND: ({ message }) => `A host name is unknown (${message}).`,
  ENOSPC: ({ path }) => `The disk is full${path ? ` (writing ${path})` : ""}.`,
  EROFS: ({ path }) => `The disk is read-only (${path}): set ASSAY_DATA_DIR to a folder that can be written.`,
  EACCES: ({ path, port }) =>
    path ? `No permission to write ${path}.` : `No permission to listen on port ${port}: set PORT above 1023.`,
  // PostgreSQL's own disk_full.
  "53100": () => "The disk that holds the database is full.",
};

/** The failures whose reason lies outside the program, as a sentence; undefined for those that need their stack. */
export function asStartupError(error: unknown): StartupError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StartupError) return cause;
    const sentence = isSystemError(cause) ? sentences[cause.code]?.(cause) : undefined;
    if (sentence) return new StartupError(sentence, { cause: error });
  }
  return undefined;
}
