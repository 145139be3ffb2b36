import { variable } from "@/lib/env";

/** The secret of sessions and their tokens, which makes all that is new. Throws if it is not set. */
export function sessionSecret(): string {
  const secret = variable("AUTH_SECRET");
  if (!secret) throw new Error("AUTH_SECRET is not set: sessions need a secret of at least 32 characters.");
  return secret;
}

/** The secrets that open what exists, the newest first: while AUTH_SECRET is changed there is another one. */
export function openingSecrets(): string[] {
  const other = variable("AUTH_SECRET_OTHER");
  return other ? [sessionSecret(), other] : [sessionSecret()];
}
