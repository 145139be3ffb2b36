// The status of a request's limits.

export interface Level {
  name: "global" | "organization" | "key";
  /** The owner of the requests that are counted together. */
  subject: string;
  /** Requests a minute. */
  limit: number;
}

/** The status of a level after a request. */
export interface Reading {
  level: Level;
  admitted: boolean;
  remaining: number;
  /** When the window ends, in milliseconds since 1970. */
  resetAt: number;
  /** False when the counter could not be reached, and the request passed uncounted. */
  counterReached: boolean;
}

/** The headers' values for the binding level. */
export interface LimitStatus {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  resetAt: number;
  counterReached: boolean;
}
