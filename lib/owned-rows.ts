import { and, eq, isNull } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Caller } from "./context";

export type Workspace = Pick<Caller, "organizationId" | "workspaceId">;

type OrganizationTable = Record<"organizationId" | "deletedAt", AnyPgColumn>;
type WorkspaceTable = OrganizationTable & Record<"workspaceId", AnyPgColumn>;

/** The rows of a table that belong to the organization and are not deleted. */
export const inOrganization = (table: OrganizationTable, organizationId: string) =>
  and(eq(table.organizationId, organizationId), isNull(table.deletedAt));

/** The rows of a table that belong to the workspace and are not deleted. */
export const inWorkspace = (table: WorkspaceTable, { organizationId, workspaceId }: Workspace) =>
  and(inOrganization(table, organizationId), eq(table.workspaceId, workspaceId));
