// Our Auth.js configuration: encrypted session tokens, our own password check, and GitHub and Google if configured.

import { type AuthConfig, skipCSRFCheck } from "@auth/core";
import { AuthError, CallbackRouteError, CredentialsSignin } from "@auth/core/errors";
import Credentials from "@auth/core/providers/credentials";
import type { Account } from "@auth/core/types";
import { z } from "zod";
import { connection, type Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { MAX_CODE } from "@/lib/contracts/limits";
import { Failure } from "@/lib/errors";
import type { Exchange } from "@/lib/exchange/exchange";
import { clientAddress } from "@/lib/exchange/origin";
import { isSameOrigin } from "@/lib/exchange/same-origin";
import { log } from "@/lib/observe/log";
import { handledBy } from "@/lib/rejections";
import { ensureMembership, type SignedIn, signInWith, type UserRow } from "./credentials";
import { userOfProvider } from "./identities";
import { configuredProviders, hasVerifiedEmail } from "./providers";
import { endSessionOf, sessionCaller } from "./session";
import { openingSecrets } from "./session-secret";
import { beginSession, SESSION_SECONDS } from "./user-sessions";

const SIGN_IN = "/sign-in";

type Callbacks = NonNullable<AuthConfig["callbacks"]>;

/** A request, and who signs in with it: what a check learns, for the callbacks that follow it. */
interface Visit {
  db: Database;
  request: Exchange;
  client: { userAgent: string | null; network: string | null };
  signedIn: SignedIn | null;
}

/** For one request. `signedOut` rejects if a sign-out did not end the session. */
export function configFor(request: Exchange): { config: AuthConfig; signedOut: () => Promise<unknown> } {
  const { db } = connection();
  const client = { userAgent: request.header("user-agent"), network: clientAddress(request) };
  const visit: Visit = { db, request, client, signedIn: null };
  let signedOut: Promise<unknown> = Promise.resolve();
  const check = async (credentials: z.infer<typeof form>) => {
    const { code = null } = credentials;
    visit.signedIn = await signInWith(db, { ...credentials, code, address: client.network });
    return visit.signedIn?.user ?? null;
  };
  const config: AuthConfig = {
    basePath: "/api/auth",
    trustHost: true,
    secret: openingSecrets(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: SIGN_IN, error: SIGN_IN },
    providers: [passwords(check), ...configuredProviders()],
    // Forms on our own pages need no CSRF token: the browser's headers prove the origin, as for all operations.
    ...(request.method === "POST" && isSameOrigin(request) ? { skipCSRFCheck } : {}),
    callbacks: callbacksFor(visit),
    events: {
      signOut: () => {
        signedOut = endSessionOf(db, request);
        signedOut.catch(handledBy("the await above"));
      },
    },
    logger: { error: report, warn: () => undefined, debug: () => undefined },
  };
  return { config, signedOut: () => signedOut };
}

const callbacksFor = (visit: Visit): Callbacks => ({
  signIn: async ({ account, profile, user: providerUser }) => {
    if (account?.type === "credentials") return true;
    if (!account || !hasVerifiedEmail(profile)) return false;
    try {
      const user = await userBehind(visit.db, { account, name: providerUser.name, email: profile?.email });
      visit.signedIn = { user, hasSecondFactor: true };
      return true;
    } catch (error) {
      if (error instanceof Failure && error.code === "sign_up_closed") return `${SIGN_IN}?error=SignUpClosed`;
      // Auth.js would show that the provider's answer was not accepted.
      throw new CallbackRouteError("", { cause: { err: error } });
    }
  },
  jwt: async ({ token, account }) => {
    const { db, request, client, signedIn } = visit;
    if (!account) return (await sessionCaller(db, request)) ? token : null;
    if (!signedIn) throw new Error("a session began without a user");
    const { user } = signedIn;
    await ensureMembership(db, user);
    const sid = await beginSession(db, signedIn, client);
    await endSessionOf(db, request);
    return { sub: user.id, sid, name: user.name, email: user.email };
  },
  session: ({ session, token }) => ({
    expires: session.expires,
    user: { id: token.sub ?? "", name: token.name ?? null, email: token.email ?? null },
  }),
});

/** A refusal that the sign-in form acts on. */
class SignInRefused extends CredentialsSignin {
  constructor(readonly reason: string) {
    super(reason);
    this.code = reason;
  }
}

const form = z.object({
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(200),
  code: z.string().max(MAX_CODE).optional(),
});

function passwords(check: (credentials: z.infer<typeof form>) => Promise<UserRow | null>) {
  return Credentials({
    credentials: {
      email: { label: "Email", type: "email" },
      password: { label: "Password", type: "password" },
      code: { label: "Code", type: "text" },
    },
    authorize: async (credentials) => {
      const entered = form.safeParse(credentials);
      if (!entered.success) return null;
      try {
        const user = await check(entered.data);
        return user && { id: user.id, name: user.name, email: user.email };
      } catch (error) {
        throw error instanceof Failure ? (refusalOf(error) ?? error) : error;
      }
    },
  });
}

function refusalOf({ kind, code, detail }: Failure): SignInRefused | null {
  if (kind === "rateLimited") return new SignInRefused(`rate_limited:${detail.retryAfterSeconds ?? 60}`);
  if (code === "second_factor_required") return new SignInRefused(code);
  return detail.fields?.code ? new SignInRefused("second_factor_wrong") : null;
}

interface ProviderSignIn {
  account: Account;
  name: string | null | undefined;
  email: string | null | undefined;
}

function userBehind(db: Database, { account, name, email }: ProviderSignIn): Promise<UserRow> {
  if (!email) throw new Error("the provider gave no email");
  const { provider, providerAccountId } = account;
  return userOfProvider(db, { provider, providerAccountId, email, name: name || email });
}

// A wrong password or an expired form concerns only the visitor; only errors for the operator are reported.
const EXPECTED = new Set(["CredentialsSignin", "MissingCSRF", "AccessDenied", "UnknownAction", "JWTSessionError"]);

function report(error: Error): void {
  if (error instanceof AuthError && EXPECTED.has(error.type)) return;
  const { err } = (error.cause ?? {}) as { err?: unknown }; // safe because Auth.js puts the caught error there, or nothing
  // A database driver's message may quote a row.
  const code = databaseErrorCode(err);
  const cause = err instanceof Error ? ` (${code ? `database error ${code}` : err.message})` : "";
  log("error", `Sign-in failed: ${error.name}${cause}`);
}
