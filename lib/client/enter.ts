import { signIn } from "./auth";
import { links } from "./links";

/** Signs in with the new credentials and goes to `next`; if that fails, goes to sign-in. */
export async function enter(credentials: { email: string; password: string }, next: string): Promise<void> {
  const { ok } = await signIn(credentials);
  // A full page load: data fetched before belongs to another session.
  location.assign(ok ? next : links.signIn(next));
}
