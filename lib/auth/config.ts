// Auth.js as this project uses it: encrypted session tokens, our own check of passwords, GitHub and Google where configured.
import { Auth, type AuthConfig, skipCSRFCheck } from "@auth/core";
import { AuthError, CredentialsSignin } from "@auth/core/errors";
import Credentials from "@auth/core/providers/credentials";
import type { Account, Profile, User } from "@auth/core/types";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { connection, type Database } from "@/db/client";
import { users } from "@/db/schema";
import { databaseErrorCode } from "@/db/transaction";
import { Failure } from "@/lib/errors";
import { clientAddress, requestUrl } from "@/lib/http/origin";
import { renderError } from "@/lib/http/render-error";
import { isSameOrigin } from "@/lib/http/same-origin";
import { checkCredentials, ensureMembership, type UserRow } from "./credentials";
import { userOfProvider } from "./identities";
import { configuredProviders, hasVerifiedEmail } from "./providers";
import { isLive, passwordMark, sessionSecret } from "./session";

const SESSION_SECONDS = 30 * 24 * 3600;
const MAX_FORM_BYTES = 64 * 1024;

/** Serves `/api/auth/*`. */
export async function handleAuth(request: Request): Promise<Response> {
  try {
    if (Number(request.headers.get("content-length") ?? 0) > MAX_FORM_BYTES) {
      throw new Failure("tooLarge", "A sign-in form is not that large.");
    }
    return await Auth(new Request(requestUrl(request), request), configFor(request));
  } catch (error) {
    return renderError(error);
  }
}

function configFor(request: Request): AuthConfig {
  const { db } = connection();
  return {
    basePath: "/api/auth",
    trustHost: true,
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [passwords(db, clientAddress(request)), ...configuredProviders()],
    // A form on one of our own pages needs no token besides: the browser vouches for it, as on every other operation.
    ...(request.method === "POST" && isSameOrigin(request) ? { skipCSRFCheck } : {}),
    callbacks: {
      signIn: ({ account, profile }) => account?.type === "credentials" || hasVerifiedEmail(profile),
      jwt: async ({ token, user, account, profile }) => {
        if (!account) return (await isLive(db, token)) ? token : null;
        return beginSession(db, await userBehind(db, { user, account, ...(profile ? { profile } : {}) }));
      },
      session: ({ session, token }) => ({
        expires: session.expires,
        user: { id: token.sub ?? "", name: token.name ?? null, email: token.email ?? null },
      }),
    },
    logger: { error: report, warn: () => undefined, debug: () => undefined },
  };
}

class SignInThrottled extends CredentialsSignin {
  constructor(seconds: number) {
    super("too many attempts");
    this.code = `rate_limited:${seconds}`;
  }
}

const form = z.object({ email: z.string().trim().min(1).max(254), password: z.string().min(1).max(200) });

function passwords(db: Database, address: string | null) {
  return Credentials({
    credentials: { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } },
    authorize: async (given) => {
      const entered = form.safeParse(given);
      if (!entered.success) return null;
      try {
        const user = await checkCredentials(db, { ...entered.data, address });
        return user && { id: user.id, name: user.name, email: user.email };
      } catch (error) {
        if (!(error instanceof Failure) || error.kind !== "rateLimited") throw error;
        throw new SignInThrottled(error.detail.retryAfterSeconds ?? 60);
      }
    },
  });
}

interface SignIn {
  user: User;
  account: Account;
  profile?: Profile;
}

async function userBehind(db: Database, { user, account, profile }: SignIn): Promise<UserRow> {
  if (account.type === "credentials") {
    const [row] = await db
      .select()
      .from(users)
      .where(eq(users.id, user.id ?? ""));
    if (!row) throw new Error("the user vanished while signing in");
    return row;
  }
  const email = profile?.email;
  if (!email) throw new Error("the provider gave no email");
  const { provider, providerAccountId } = account;
  return userOfProvider(db, { provider, providerAccountId, email, name: user.name || email });
}

async function beginSession(db: Database, user: UserRow) {
  await ensureMembership(db, user);
  return { sub: user.id, name: user.name, email: user.email, passwordMark: passwordMark(user.passwordHash) };
}

// A wrong password or a stale form is the visitor's concern; only what an operator must see is reported.
const EXPECTED = new Set(["CredentialsSignin", "MissingCSRF", "AccessDenied", "UnknownAction", "JWTSessionError"]);

function report(error: Error): void {
  if (error instanceof AuthError && EXPECTED.has(error.type)) return;
  const { err } = (error.cause ?? {}) as { err?: unknown }; // safe because Auth.js puts what it caught there, or nothing
  // A database driver's message may quote a row.
  const code = databaseErrorCode(err);
  const cause = err instanceof Error ? ` (${code ? `database error ${code}` : err.message})` : "";
  process.stderr.write(`Sign-in failed: ${error.name}${cause}\n`);
}
