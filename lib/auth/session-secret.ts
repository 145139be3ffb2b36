import { variable } from "@/lib/env";

/** The secret of sessions and their tokens. Throws if it is not set. */
export function sessionSecret(): string {
  const secret = variable("AUTH_SECRET");
  if (!secret) throw new Error("AUTH_SECRET is not set: sessions need a secret of at least 32 characters.");
  return secret;
}
