import type { PartState, StatusPart } from "@/lib/contracts/names";

interface Found {
  /** Whether each dependency answers and is set up. */
  database: boolean;
  redis: boolean;
  jobs: boolean;
  secret: boolean;
  /** Whether PostgreSQL takes writes; a full disk refuses them. */
  takesWrites: boolean;
}

/** What users notice of the state of the dependencies. */
export function partStates({ database, redis, jobs, secret, takesWrites }: Found): Record<StatusPart, PartState> {
  const writes = takesWrites ? "working" : "degraded";
  return {
    platform: database && secret ? (jobs ? writes : "degraded") : "down",
    // It answers from Redis, and keeps its records while the database is away.
    gateway: redis && secret ? (database ? writes : "degraded") : "down",
    jobs: jobs && database ? "working" : "down",
    database: database ? writes : "down",
    redis: redis ? "working" : "down",
  };
}
