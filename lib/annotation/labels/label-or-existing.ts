import { and, eq, isNull } from "drizzle-orm";
import { labels } from "@/db/schema";
import type { Context } from "@/lib/context";
import { inOrganization } from "@/lib/owned-rows";
import { isNamed } from "@/lib/pages";
import { insertLabel, type NewLabel } from "./labels";

/** The label of this name and type, made if it does not exist. It cannot be deleted before the transaction ends. */
export async function labelOrExisting(context: Context, input: NewLabel): Promise<{ id: string }> {
  const { db, caller } = context;
  for (;;) {
    // Waits for a transaction that is making the same label.
    const made = await insertLabel(context, input);
    if (made) return made;
    const [existing] = await db
      .select({ id: labels.id })
      .from(labels)
      .where(
        and(
          inOrganization(labels, caller.organizationId),
          isNamed(labels.name, input.name),
          eq(labels.type, input.type),
          input.project ? eq(labels.projectId, input.project) : isNull(labels.projectId),
        ),
      )
      .for("share");
    // Else it was deleted in between.
    if (existing) return existing;
  }
}
