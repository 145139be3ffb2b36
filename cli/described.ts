// How an error is described to the user.
import { Problem } from "./verdict";

/** One sentence for what the user can change; the whole error for what nobody expected. */
export function described(error: unknown): string {
  if (error instanceof Problem || isOfFiles(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Its message names the code, the reason and the path. */
const isOfFiles = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && "syscall" in error && ("path" in error || error.code === "EISDIR");
