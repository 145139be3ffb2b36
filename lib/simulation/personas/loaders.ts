import { and, isNull, or } from "drizzle-orm";
import { personas } from "@/db/schema";
import { inWorkspace, type Workspace } from "@/lib/owned-rows";

/** The personas that every workspace has. */
export const builtIn = and(isNull(personas.organizationId), isNull(personas.deletedAt));

export const visiblePersonas = (workspace: Workspace) => or(builtIn, inWorkspace(personas, workspace));
