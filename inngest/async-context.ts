// Inngest's SDK knows by an AsyncLocalStorage which execution it is in. Once one is in use, Node calls hooks for every promise
// of the process (before Node 24), and goes on doing so: a gateway's request, which makes many, takes a fifth longer.
import type { AsyncLocalStorage } from "node:async_hooks";

/** Where the SDK keeps it. */
const KEPT_UNDER = Symbol.for("inngest:als");

let underWay = 0;

/** Runs functions of Inngest's, and ends the hooks once none is under way any more. */
export async function withAsyncContext<T>(run: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await run();
  } finally {
    underWay -= 1;
    if (underWay === 0) storage()?.disable();
  }
}

function storage(): AsyncLocalStorage<unknown> | undefined {
  // Safe: what is not there is left alone, and lib/embedded/jobs/handler.test.ts tells when it is not where we look.
  return (globalThis as { [KEPT_UNDER]?: { resolved?: AsyncLocalStorage<unknown> } })[KEPT_UNDER]?.resolved;
}
