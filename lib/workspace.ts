import { and, eq, isNull } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Caller } from "./context";

export type Workspace = Pick<Caller, "organizationId" | "workspaceId">;

type WorkspaceTable = Record<"organizationId" | "workspaceId" | "deletedAt", AnyPgColumn>;

/** The rows of a table that belong to the workspace and are not deleted. */
export const inWorkspace = (table: WorkspaceTable, { organizationId, workspaceId }: Workspace) =>
  and(eq(table.organizationId, organizationId), eq(table.workspaceId, workspaceId), isNull(table.deletedAt));
