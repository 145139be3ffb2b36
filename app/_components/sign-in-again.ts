import { isStatus } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";

let isLeaving = false;

/**
 * When a session ends while a page is open: redirects to sign-in, and back here afterwards. Once only: a page that polls every few
 * seconds would restart the redirect with each refusal, and never arrive if sign-in takes longer than that. A dialog with a
 * form stays, with what was typed, and says so.
 */
export function signInAgain(error: unknown): void {
  if (!isStatus(error, 401) || isLeaving) return;
  if (hasOpenForm()) return;
  setLeaving();
  location.assign(links.signIn(location.pathname + location.search));
}

/** Ends the session by `end`. Calls that are refused from now on redirect nowhere, unless it answers false. */
export async function endSession(end: () => Promise<boolean>): Promise<boolean> {
  setLeaving();
  isLeaving = await end();
  return isLeaving;
}

function setLeaving(): void {
  isLeaving = true;
  // A page restored from the browser's history may redirect again.
  addEventListener(
    "pageshow",
    () => {
      isLeaving = false;
    },
    { once: true },
  );
}

const hasOpenForm = (): boolean => document.querySelector("[role=dialog][data-open] form") !== null;
