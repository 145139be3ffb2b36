import { signIn } from "./auth";
import { links } from "./links";

/** Signs in with the new credentials and goes to `next`; if that fails, or needs a code, goes to sign-in. */
export async function enter(credentials: { email: string; password: string }, next: string): Promise<void> {
  const outcome = await signIn(credentials);
  const other = "needsCode" in outcome ? links.signInWithCode(next) : links.signIn(next);
  // A full page load: data fetched before belongs to another session.
  location.assign(outcome.ok ? next : other);
}
