// Every event of the product: its name in the past tense, and the shape of its data.
import { eventType } from "inngest";
import { z } from "zod";

export const exportRequested = eventType("annotation/export.requested", {
  schema: z.object({ exportId: z.guid(), organizationId: z.guid() }),
});

/** The edge found Redis without the gateway's projection. */
export const projectionLost = eventType("gateway/projection.lost", { schema: z.object({}) });

export const itemScored = eventType("annotation/item.scored", { schema: z.object({ queueId: z.guid() }) });
