// Sign-in for programs: a session with bearer tokens.
import { assertPerson } from "@/lib/auth/access";
import { ensureMembership, signInWith } from "@/lib/auth/credentials";
import { findSession } from "@/lib/auth/session";
import { ACCESS_SECONDS, readToken, writeToken } from "@/lib/auth/session-token";
import { beginSession, endSession, SESSION_SECONDS } from "@/lib/auth/user-sessions";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/tokens";
import { Failure, invalidField } from "@/lib/errors";

export const createToken: Verb<typeof contracts.createToken> = async ({ db, address }, input) => {
  const { email, password, code = null, remember_me } = input;
  const signedIn = await signInWith(db, { email, password, code, address });
  if (!signedIn) throw invalidField("password", "The email or password is incorrect.");
  const { user } = signedIn;
  await ensureMembership(db, user);
  const sid = await beginSession(db, signedIn, { userAgent: null, network: address });
  const session = { sub: user.id, sid };
  const refreshSeconds = remember_me === false ? ACCESS_SECONDS : SESSION_SECONDS;
  return {
    access: await writeToken("access", session, ACCESS_SECONDS),
    refresh: await writeToken("refresh", session, refreshSeconds),
  };
};

export const refreshToken: Verb<typeof contracts.refreshToken> = async ({ db }, { refresh }) => {
  const named = await readToken("refresh", refresh);
  const found = named && (await findSession(db, named, null));
  if (!found) throw invalidField("refresh", "The token has expired, or its session has ended. Sign in again.");
  return { access: await writeToken("access", named, ACCESS_SECONDS) };
};

export const logOut: Verb<typeof contracts.logOut> = async ({ db, caller }) => {
  assertPerson(caller);
  if (caller.sessionId === null) throw new Failure("unauthenticated", "There is no session to end.");
  // Another request may have ended it meanwhile; the result is the same.
  await endSession(db, { userId: caller.userId }, caller.sessionId);
  return { ended: true };
};
