// A session's bearer tokens, for programs that sign in with email and password.
import { decode, encode } from "@auth/core/jwt";
import { z } from "zod";
import { openingSecrets, sessionSecret } from "./session-secret";

export const ACCESS_SECONDS = 2 * 24 * 3600;

export type TokenKind = "access" | "refresh";

/** A session and its user. */
export const sessionClaims = z.object({ sub: z.guid(), sid: z.guid(), exp: z.number() });
export type SessionClaims = z.infer<typeof sessionClaims>;

const saltOf = (kind: TokenKind): string => `assay.${kind}-token`;

/** An encrypted token with the session's id; it expires after `seconds`. */
export const writeToken = (kind: TokenKind, { sub, sid }: Omit<SessionClaims, "exp">, seconds: number) =>
  encode({ token: { sub, sid }, secret: sessionSecret(), salt: saltOf(kind), maxAge: seconds });

/** The session of a token; null if the token is invalid or has expired. */
export async function readToken(kind: TokenKind, token: string): Promise<SessionClaims | null> {
  if (!TOKEN.test(token)) return null;
  const secret = openingSecrets();
  try {
    const parsed = sessionClaims.safeParse(await decode({ token, secret, salt: saltOf(kind) }));
    return parsed.success ? parsed.data : null;
  } catch {
    // Decoding depends on the token alone, so the token is forged, expired, of another kind or from another installation.
    return null;
  }
}

/** An encrypted token has five parts; API keys have one. */
const TOKEN = /^[\w-]+(?:\.[\w-]*){4}$/;
