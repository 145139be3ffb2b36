// Our Auth.js configuration: encrypted session tokens, our own password check, GitHub and Google if configured, and the company's
// own provider if the path names it.

import { type AuthConfig, skipCSRFCheck } from "@auth/core";
import { CallbackRouteError, CredentialsSignin } from "@auth/core/errors";
import type { OIDCConfig } from "@auth/core/providers";
import Credentials from "@auth/core/providers/credentials";
import type { Account, Profile } from "@auth/core/types";
import { z } from "zod";
import { connection, type Database } from "@/db/client";
import { MAX_CODE } from "@/lib/contracts/limits";
import { Failure } from "@/lib/errors";
import type { Exchange } from "@/lib/exchange/exchange";
import { clientAddress } from "@/lib/exchange/origin";
import { isSameOrigin } from "@/lib/exchange/same-origin";
import { handledBy } from "@/lib/rejections";
import { type CompanySignInRow, noteFailure, noteSignIn, userOfCompany } from "./company-identities";
import { ensureMembership, type SignedIn, signInWith, type UserRow } from "./credentials";
import { type FirstLink, userOfProvider } from "./identities";
import { configuredProviders, hasVerifiedEmail } from "./providers";
import { refusalIn, reportFailure } from "./report-failure";
import { endSessionOf, sessionCaller } from "./session";
import { openingSecrets } from "./session-secret";
import { beginSession, SESSION_SECONDS, type SessionClient } from "./user-sessions";

const SIGN_IN = "/sign-in";
/** Its screen also says what went wrong there. */
const COMPANY_SIGN_IN = "/sign-in/company";

type Callbacks = NonNullable<AuthConfig["callbacks"]>;

/** An organization's own provider, which the request's path names. */
export interface Company {
  signIn: CompanySignInRow;
  provider: OIDCConfig<Profile>;
}

/** A request, and who signs in with it: what a check learns, for the callbacks that follow it. */
interface Visit {
  db: Database;
  request: Exchange;
  company: Company | null;
  client: SessionClient;
  projectKeys: FirstLink["projectKeys"];
  signedIn: SignedIn | null;
}

/** For one request. `done` rejects if a sign-out did not end the session, or a failure was not noted. */
export function configFor(
  request: Exchange,
  projectKeys: FirstLink["projectKeys"],
  company: Company | null = null,
): { config: AuthConfig; done: () => Promise<unknown> } {
  const { db } = connection();
  const client = { userAgent: request.header("user-agent"), network: clientAddress(request) };
  const visit: Visit = { db, request, company, client, projectKeys, signedIn: null };
  let work: Promise<unknown> = Promise.resolve();
  const begin = (promise: Promise<unknown>) => {
    work = promise;
    work.catch(handledBy("the await of done"));
  };
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
    pages: company ? { signIn: COMPANY_SIGN_IN, error: COMPANY_SIGN_IN } : { signIn: SIGN_IN, error: SIGN_IN },
    providers: [passwords(check), ...configuredProviders(), ...(company ? [company.provider] : [])],
    // Forms on our own pages need no CSRF token: the browser's headers prove the origin, as for all operations.
    ...(request.method === "POST" && isSameOrigin(request) ? { skipCSRFCheck } : {}),
    callbacks: callbacksFor(visit),
    events: {
      signOut: () => begin(endSessionOf(db, request)),
    },
    logger: {
      error: (error) => {
        const failure = reportFailure(error, refusalIn(request));
        if (failure && company) begin(noteFailure(db, company.signIn.organizationId, failure));
      },
      warn: () => undefined,
      debug: () => undefined,
    },
  };
  return { config, done: () => work };
}

const callbacksFor = (visit: Visit): Callbacks => ({
  signIn: async ({ account, profile, user: providerUser }) => {
    if (account?.type === "credentials") return true;
    if (visit.company && account?.provider === visit.company.provider.id)
      return signInWithCompany(visit, visit.company, { account, profile: profile ?? {} });
    if (!account || !hasVerifiedEmail(profile)) return false;
    try {
      const user = await userBehind(visit, { account, name: providerUser.name, email: profile?.email });
      visit.signedIn = { user, method: account.provider === "google" ? "google" : "github" };
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
    if (signedIn.organizationId === undefined) await ensureMembership(db, user);
    const sid = await beginSession(db, signedIn, client);
    await endSessionOf(db, request);
    return { sub: user.id, sid, name: user.name, email: user.email };
  },
  session: ({ session, token }) => ({
    expires: session.expires,
    user: { id: token.sub ?? "", name: token.name ?? null, email: token.email ?? null },
  }),
});

async function signInWithCompany(
  visit: Visit,
  { signIn }: Company,
  { account, profile }: { account: Account; profile: Profile },
): Promise<true | string> {
  const person = { subject: account.providerAccountId, name: profile.name, claims: profile };
  const found = await userOfCompany(visit.db, signIn, person).catch((error: unknown) => {
    throw new CallbackRouteError("", { cause: { err: error instanceof Error ? error : new Error(String(error)) } });
  });
  if ("refusal" in found) return `${COMPANY_SIGN_IN}?error=${found.refusal}`;
  visit.signedIn = { user: found.user, method: "company", organizationId: signIn.organizationId };
  await noteSignIn(visit.db, signIn);
  return true;
}

/** A refusal that the sign-in form acts on. */
class SignInRefused extends CredentialsSignin {
  constructor(readonly reason: string) {
    super(reason);
    this.code = reason;
  }
}

const form = z.object({
  // PostgreSQL refuses NUL.
  email: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .refine((text) => !text.includes("\0")),
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

function userBehind({ db, client, projectKeys }: Visit, { account, name, email }: ProviderSignIn): Promise<UserRow> {
  if (!email) throw new Error("the provider gave no email");
  const { provider, providerAccountId } = account;
  const found = { provider, providerAccountId, email, name: name || email };
  return userOfProvider(db, found, { client, projectKeys });
}
