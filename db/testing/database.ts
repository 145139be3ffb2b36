import { inject } from "vitest";
import { sharedAddress } from "@/db/address";
import { copyTemplate, within } from "./template";

export interface TestDatabase {
  /** Through the pooler, where there is one. */
  url: string;
  /** PostgreSQL's own. */
  directUrl: string;
  drop(): Promise<void>;
}

/** A database of its own for the calling suite, with the project's schema and no rows. */
export async function createDatabase(): Promise<TestDatabase> {
  const { name, url, drop } = await copyTemplate(inject("postgresUrl"));
  const pooler = inject("poolerUrl");
  return { url: pooler === null ? url : sharedAddress(within(pooler, name)), directUrl: url, drop };
}
