// Signing in and out from the browser, through Auth.js' own endpoints.

import { waitText } from "@/lib/auth/rules/wait-text";

type SignInOutcome = { ok: true } | { ok: false; message: string } | { ok: false; message: null; needsCode: true };

export interface Credentials {
  email: string;
  password: string;
  /** Of the second factor, once the server has asked for it. */
  code?: string;
}

/** Without an address, Auth.js would answer with the last one of a cookie, whose `error` may be of a page. */
const HOME = { callbackUrl: "/" };

const UNREACHABLE = "Could not reach the server. Check your connection and try again.";

/** Signs in; the session is stored in its cookie. Never throws: each failure is a sentence for the user. */
export async function signIn(credentials: Credentials): Promise<SignInOutcome> {
  const url = await post("/api/auth/callback/credentials", { ...credentials, ...HOME });
  if (url === null) return { ok: false, message: UNREACHABLE };
  const search = new URL(url, location.origin).searchParams;
  if (search.get("code") === "second_factor_required") return { ok: false, message: null, needsCode: true };
  const message = signInMessage(search);
  return message === null ? { ok: true } : { ok: false, message };
}

/** Begins a sign-in at a provider: where the browser goes on, or why it cannot. */
export async function startProviderSignIn(
  providerId: string,
  { email, next }: { email: string; next: string },
): Promise<{ url: string } | { message: string }> {
  const hint = new URLSearchParams({ login_hint: email });
  const url = await post(`/api/auth/signin/${providerId}?${hint}`, { callbackUrl: next });
  if (url === null) return { message: UNREACHABLE };
  const address = new URL(url, location.origin);
  const message = address.origin === location.origin ? companySignInMessage(address.searchParams) : null;
  return message === null ? { url } : { message };
}

/** Ends the session in this browser. False if the server could not be reached or could not end it. */
export async function signOut(): Promise<boolean> {
  const url = await post("/api/auth/signout", HOME);
  return url !== null && !new URL(url, location.origin).searchParams.has("error");
}

/** The message for the `error` and `code` in a sign-in URL; null if there is no error. */
export function signInMessage(address: { get(name: string): string | null }): string | null {
  const error = address.get("error");
  if (!error) return null;
  const code = address.get("code") ?? "";
  if (code.startsWith("rate_limited:")) {
    return `Too many failed attempts. Try again in ${waitText(Number(code.split(":")[1]) || 3600)}.`;
  }
  if (code === "second_factor_wrong") return "The code is wrong, or has already been used. Wait for the next one.";
  return messages.get(error) ?? "Could not sign you in. Try again in a moment.";
}

/** The same for a sign-in with the company. */
export const companySignInMessage = (address: { get(name: string): string | null }): string | null =>
  companyMessages.get(address.get("error") ?? "") ?? signInMessage(address);

const companyMessages = new Map([
  [
    "Configuration",
    "Your company's sign-in did not work. Try again. If it fails again, tell an Owner or Admin: Settings → Company sign-in says why.",
  ],
  ["OAuthCallbackError", "Your company's provider did not sign you in."],
  [
    "CompanyEmailNotVerified",
    "Your company's provider does not say that your email is verified. Ask its administrator.",
  ],
  ["CompanyDomain", "Your email is not at one of your company's domains here. Ask an Owner or Admin."],
  [
    "CompanyNotMember",
    "There is an account with your email, but it is not a member of your company's organization. Ask an Owner or Admin to invite you.",
  ],
]);

const messages = new Map([
  ["CredentialsSignin", "The email or password is incorrect."],
  ["AccessDenied", "The provider has not verified your email address, so it cannot be used to sign in."],
  [
    "SignUpClosed",
    "There is no account with your email address, and creating one needs an invitation. Ask an Owner or Admin.",
  ],
  ["MissingCSRF", "The form has expired. Reload the page and try again."],
]);

/** The URL that Auth.js would redirect to, or null if no answer came. */
async function post(path: string, fields: Record<string, string>): Promise<string | null> {
  try {
    const { csrfToken } = await readJson(await fetch("/api/auth/csrf"));
    const response = await fetch(path, {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body: new URLSearchParams({ ...fields, csrfToken: csrfToken ?? "" }),
    });
    return (await readJson(response)).url ?? "/?error=Configuration";
  } catch {
    return null;
  }
}

async function readJson(response: Response): Promise<Partial<Record<string, string>>> {
  const body: unknown = await response.json();
  return body !== null && typeof body === "object" ? body : {};
}
