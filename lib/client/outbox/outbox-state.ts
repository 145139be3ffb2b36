import type { Entry, KeptEntry, Owner } from "./entry";
import type { OutboxStore } from "./outbox-store";

export interface OutboxState {
  /** In the order of the work. Refused entries stay until they are sent again or discarded. */
  entries: readonly KeptEntry[];
  /** `away`: the server cannot be reached. `signedOut`: the session has ended or belongs to another user. */
  server: "there" | "away" | "signedOut";
  /** Entries sent after an outage, shown for a moment. */
  caughtUp: readonly KeptEntry[];
  /** Whether waiting entries outlive the page. */
  lasting: boolean;
  /** The browser takes no more work until some of it is sent. */
  isFull: boolean;
}

export const nothing: OutboxState = { entries: [], server: "there", caughtUp: [], lasting: true, isFull: false };

export interface Surroundings {
  store: Promise<OutboxStore>;
  /** Throws if the server did not accept it. */
  deliver: (entry: Entry, owner: Owner) => Promise<void>;
  /** Runs a task while no other tab runs one. */
  alone: (name: string, task: () => Promise<void>) => Promise<void>;
  /** Tells other tabs that something changed. */
  announce: () => void;
}
