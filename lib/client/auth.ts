// Signing in and out from the browser, through Auth.js' own endpoints.

import { waitText } from "@/lib/auth/rules/wait-text";

type SignInOutcome = { ok: true } | { ok: false; message: string } | { ok: false; message: null; needsCode: true };

export interface Credentials {
  email: string;
  password: string;
  /** Of the second factor, once the server has asked for it. */
  code?: string;
}

/** Signs in; the session is stored in its cookie. Never throws: each failure is a sentence for the user. */
export async function signIn(credentials: Credentials): Promise<SignInOutcome> {
  const url = await post("/api/auth/callback/credentials", { ...credentials });
  if (url === null) return { ok: false, message: "Could not reach the server. Check your connection and try again." };
  const search = new URL(url, location.origin).searchParams;
  if (search.get("code") === "second_factor_required") return { ok: false, message: null, needsCode: true };
  const message = signInMessage(search);
  return message === null ? { ok: true } : { ok: false, message };
}

/** Ends the session in this browser. False if the server could not be reached or could not end it. */
export async function signOut(): Promise<boolean> {
  const url = await post("/api/auth/signout", {});
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
  if (code === "second_factor_wrong") return "The code is not right, or was used already. Wait for the next one.";
  return messages.get(error) ?? "Could not sign you in. Try again in a moment.";
}

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
