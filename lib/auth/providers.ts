// Sign-in providers besides the password, offered if the environment has their credentials.
import type { Provider } from "@auth/core/providers";
import GitHub from "@auth/core/providers/github";
import Google from "@auth/core/providers/google";
import type { Profile } from "@auth/core/types";
import { z } from "zod";
import { env } from "@/lib/env";

export function configuredProviders(): Provider[] {
  const { AUTH_GITHUB_ID, AUTH_GITHUB_SECRET, AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET } = env();
  const providers: Provider[] = [];
  if (AUTH_GITHUB_ID && AUTH_GITHUB_SECRET) {
    const userinfo = { url: GITHUB_USER, request: requestGitHubUser };
    providers.push(GitHub({ clientId: AUTH_GITHUB_ID, clientSecret: AUTH_GITHUB_SECRET, userinfo }));
  }
  if (AUTH_GOOGLE_ID && AUTH_GOOGLE_SECRET) {
    providers.push(Google({ clientId: AUTH_GOOGLE_ID, clientSecret: AUTH_GOOGLE_SECRET }));
  }
  return providers;
}

/** Id and name of each, for the buttons of the sign-in screen. */
export function providerButtons(): { id: string; name: string }[] {
  const { AUTH_GITHUB_ID, AUTH_GITHUB_SECRET, AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET } = env();
  return [
    ...(AUTH_GITHUB_ID && AUTH_GITHUB_SECRET ? [{ id: "github", name: "GitHub" }] : []),
    ...(AUTH_GOOGLE_ID && AUTH_GOOGLE_SECRET ? [{ id: "google", name: "Google" }] : []),
  ];
}

/** An address that the provider has not verified is only a claim and is never linked to a user. */
export const hasVerifiedEmail = (profile: Profile | undefined): boolean =>
  profile?.email_verified === true && Boolean(profile.email);

const GITHUB_USER = "https://api.github.com/user";
const gitHubUser = z.object({ id: z.number(), login: z.string(), name: z.string().nullish() });
const gitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub's account with its primary address, in the claims of OpenID Connect: the public profile does not say which address is verified. */
async function requestGitHubUser({ tokens }: { tokens: { access_token?: string } }): Promise<Profile> {
  const read = async (url: string): Promise<unknown> => {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${tokens.access_token}`, "user-agent": "assay" },
    });
    if (!response.ok) throw new Error(`GitHub answered ${response.status}`);
    return response.json();
  };
  const [account, emails] = await Promise.all([read(GITHUB_USER), read(`${GITHUB_USER}/emails`)]);
  const primary = gitHubEmails.parse(emails).find((email) => email.primary);
  const { id, login, name } = gitHubUser.parse(account);
  return {
    // Safe because GitHub() reads a number there and converts it to text.
    id: id as unknown as string,
    name: name ?? login,
    email: primary?.email ?? null,
    email_verified: primary?.verified ?? false,
  };
}
