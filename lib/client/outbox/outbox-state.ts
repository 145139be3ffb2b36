import type { KeptEntry } from "./entry";

export interface OutboxState {
  /** In the order of the work. Refused entries stay until they are sent again or discarded. */
  entries: readonly KeptEntry[];
  /** `away`: the server cannot be reached. `signedOut`: the session has ended or belongs to another user. */
  server: "there" | "away" | "signedOut";
  /** Entries sent after an outage, shown for a moment. */
  caughtUp: readonly KeptEntry[];
  /** Whether waiting entries outlive the page. */
  lasting: boolean;
}

export const nothing: OutboxState = { entries: [], server: "there", caughtUp: [], lasting: true };
