import type { Connection } from "../connection";
import type { Progress } from "../terminal";
import { Problem } from "../verdict";
import type { Report } from "./report";

/** The run was cancelled before it could decide anything. */
export class Cancelled extends Problem {}

/** A run on the server, of either kind. */
export interface StartedRun {
  url: string;
  /** Whether it still goes on; shows how far it is. */
  look(progress: Progress): Promise<boolean>;
  /** Once it has ended. Throws `Cancelled`. */
  report(): Promise<Report>;
  cancel(signal: AbortSignal): Promise<void>;
}

export interface Start {
  connection: Connection;
  name: string;
  /** The server starts one run for each. */
  idempotencyKey: string;
}
