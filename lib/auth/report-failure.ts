// What is said of a sign-in that failed.
import { AuthError } from "@auth/core/errors";
import { messageOf } from "@/lib/error-report";
import type { Exchange } from "@/lib/exchange/exchange";
import { log } from "@/lib/observe/log";

// A wrong password or an expired form concerns only the visitor; only errors for the operator are reported.
const EXPECTED = new Set([
  "CredentialsSignin",
  "MissingCSRF",
  "AccessDenied",
  "UnknownAction",
  "InvalidProvider",
  "JWTSessionError",
]);

/** Tells the operator. Returns what went wrong, unless it was the visitor's doing. `refusal` is the provider's own word. */
export function reportFailure(error: Error, refusal: string | null): string | null {
  if (error instanceof AuthError && EXPECTED.has(error.type)) return null;
  const failure = failureText(error, refusal);
  log("error", `Sign-in failed: ${error.name}${failure ? ` (${failure})` : ""}`);
  const isVisitors = error instanceof AuthError && error.type === "InvalidCheck";
  return isVisitors || refusal === "access_denied" ? null : failure || error.name;
}

/** With what Auth.js caught. */
function failureText(error: Error, refusal: string | null): string {
  const { err = error } = (error.cause ?? {}) as { err?: unknown }; // safe because Auth.js puts the caught error there, or nothing
  const message = err instanceof Error ? messageOf(err) : "";
  const answered = err instanceof Error && "error" in err && typeof err.error === "string" ? err.error : refusal;
  return [message.replace(/\.? ?Read more at .*$/s, ""), answered].filter(Boolean).join(", ");
}

/** The code with which a provider sends somebody back. */
export function refusalIn({ query }: Exchange): string | null {
  const code = new URLSearchParams(query).get("error");
  return code && /^[a-z_]{1,60}$/.test(code) ? code : null;
}
