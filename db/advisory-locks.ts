// The advisory locks of PostgreSQL that have a fixed number, in one list, so that no two tasks share one by mistake. All end with
// their transaction. Locks for one object each are named by a text instead (hashtextextended).
export const advisoryLocks = {
  /** Applies migrations in a transaction. Servers of 0.1 before migration 0030 hold it for all of their start. */
  migration: 727_001,
  /** Shared by all that change what the gateway's projection holds, exclusive for rebuilding it. */
  projection: 727_002,
  /** Applies the gateway's configuration file. */
  configFile: 727_003,
  /** Shared by all that write calls to the ledger, exclusive for comparing it with Redis. */
  ledger: 727_004,
  /** Creates an organization for a person who signs up. */
  organization: 727_005,
  /** Fills a new installation. */
  provision: 727_006,
  /** Merges new entries into inverted indexes. */
  pendingEntries: 727_007,
  /** Brings the database to the newest schema, with indexes that are made outside of a transaction. */
  upgrade: 727_008,
  /** Puts filters of segments side by side. */
  filterGroups: 727_009,
} as const;
