import { isStatus } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";

let isLeaving = false;

/**
 * A session that ended while the page stood open: to the sign-in, and back here afterwards. Once only: a page that asks every few
 * seconds would begin the way there again with each refusal, and never arrive where the sign-in takes longer than that.
 */
export function signInAgain(error: unknown): void {
  if (!isStatus(error, 401) || isLeaving) return;
  isLeaving = true;
  // Whoever comes back through the browser's history finds the page as it was left.
  const stay = () => {
    isLeaving = false;
  };
  addEventListener("pageshow", stay, { once: true });
  location.assign(links.signIn(location.pathname + location.search));
}
