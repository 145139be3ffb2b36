import { signIn } from "./auth";
import { links } from "./links";

/** Signs in with what has just been set and goes to `next`; should that fail, to the sign-in. */
export async function enter(credentials: { email: string; password: string }, next: string): Promise<void> {
  const { ok } = await signIn(credentials);
  // A whole new page: nothing that was fetched before belongs to this person.
  location.assign(ok ? next : links.signIn(next));
}
