import type { Connection } from "../connection";
import type { Progress } from "../terminal";
import type { Report } from "./report";

/** A run on the server, of either kind. */
export interface StartedRun {
  url: string;
  /** Whether it still goes on; shows how far it is. */
  look(progress: Progress): Promise<boolean>;
  /** Once it has ended. */
  report(): Promise<Report>;
  cancel(signal: AbortSignal): Promise<void>;
}

export interface Start {
  connection: Connection;
  name: string;
  /** The server starts one run for each. */
  idempotencyKey: string;
}
