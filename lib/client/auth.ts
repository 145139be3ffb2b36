// Signing in and out from the browser, through Auth.js' own endpoints.

export type SignInOutcome = { ok: true } | { ok: false; message: string };

/** Signs in and keeps the session in its cookie. Never throws: every failure is a sentence for the person. */
export async function signIn(credentials: { email: string; password: string }): Promise<SignInOutcome> {
  const url = await post("/api/auth/callback/credentials", credentials);
  if (url === null)
    return { ok: false, message: "The server could not be reached. Check the connection and try again." };
  const message = signInMessage(new URL(url, location.origin).searchParams);
  return message === null ? { ok: true } : { ok: false, message };
}

/** Ends the session in this browser. False when the server could not be reached, or could not end it. */
export async function signOut(): Promise<boolean> {
  const url = await post("/api/auth/signout", {});
  return url !== null && !new URL(url, location.origin).searchParams.has("error");
}

/** What the `error` and `code` in a sign-in address mean, in words; null when there is no error. */
export function signInMessage(address: { get(name: string): string | null }): string | null {
  const error = address.get("error");
  if (!error) return null;
  const code = address.get("code") ?? "";
  if (code.startsWith("rate_limited:")) {
    const minutes = Math.max(1, Math.ceil(Number(code.split(":")[1]) / 60)) || 60;
    return `Too many failed attempts. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  }
  return messages.get(error) ?? "Signing in did not work. Try again in a moment.";
}

const messages = new Map([
  ["CredentialsSignin", "The email or the password is not right."],
  ["AccessDenied", "The provider has not verified your email address, so it cannot be used to sign in."],
  [
    "SignUpClosed",
    "There is no account with your email address, and it needs an invitation to make one. Ask an Owner or Admin.",
  ],
  ["MissingCSRF", "The form was too old. Reload the page and try again."],
]);

/** The address that Auth.js would redirect to, or null when no answer came. */
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
