// The advisory locks of PostgreSQL that have a fixed number, in one list: whoever takes one waits for nobody else's work. All end with
// their transaction. Locks for one object each are named by a text instead (hashtextextended).
export const advisoryLocks = {
  /** Applies migrations. */
  migration: 727_001,
  /** Shared by whoever changes what the gateway's projection holds, alone by who rebuilds it. */
  projection: 727_002,
  /** Applies the gateway's configuration file. */
  configFile: 727_003,
  /** Shared by whoever writes calls into the ledger, alone by who compares it with Redis. */
  ledger: 727_004,
  /** Makes an organization for somebody who signs up. */
  organization: 727_005,
  /** Fills a new installation. */
  provision: 727_006,
} as const;
