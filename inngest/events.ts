// Every event of the product: its name in the past tense, and the shape of its data.
import { eventType } from "inngest";
import { z } from "zod";
import { requestRecord } from "@/lib/contracts/gateway/request-record";
import { spanRecord } from "@/lib/contracts/traces/span-record";

export const exportRequested = eventType("annotation/export.requested", {
  schema: z.object({ exportId: z.guid(), organizationId: z.guid() }),
});

/** Somebody asked for a link to reset the password of this email, which may be nobody's. */
export const passwordResetRequested = eventType("accounts/password-reset.requested", {
  schema: z.object({ email: z.string() }),
});

/** Somebody was invited, and the link is to be mailed. Its token is sealed: written by lib/accounts/mailed-invitation.ts. */
export const invitationCreated = eventType("accounts/invitation.created", {
  schema: z.object({ invitationId: z.guid(), token: z.string() }),
});

/** A person has notifications that are to be mailed: written by lib/notifications/notify.ts. */
export const notificationMailDue = eventType("notifications/mail.due", {
  schema: z.object({ organizationId: z.guid(), userId: z.guid() }),
});

/** An event is to be sent to a webhook: written by lib/notifications/webhooks. */
export const webhookDeliveryDue = eventType("webhooks/delivery.due", {
  schema: z.object({ deliveryId: z.guid(), organizationId: z.guid() }),
});

/** An organization was deleted, and what it had is to be. */
export const erasureRequested = eventType("erasure/requested", {
  schema: z.object({ erasureId: z.guid(), organizationId: z.guid() }),
});

/** Traces are to be added to a dataset. */
export const traceImportRequested = eventType("curation/import.requested", {
  schema: z.object({ importId: z.guid(), organizationId: z.guid() }),
});

/** An evaluation has failed whose parts at fault are asked for. */
export const evaluationFailed = eventType("evaluation/run.failed", {
  schema: z.object({ logId: z.guid(), organizationId: z.guid() }),
});

/** A scenario is to be made. */
export const scenarioRequested = eventType("simulation/scenario.requested", {
  schema: z.object({ scenarioId: z.guid(), organizationId: z.guid() }),
});

/** Rows of a scenario are to be written, for the first time or, in a later round, once more. */
export const scenarioRowsRequested = eventType("simulation/rows.requested", {
  schema: z.object({ generationId: z.guid(), organizationId: z.guid(), round: z.int() }),
});

/** Spans have arrived that no task has looked at: found by the sweep. */
export const spansWaiting = eventType("traces/spans.waiting", { schema: z.object({}) });

/** Items of queues have changed that figures do not count yet: found by the sweep. */
export const marksWaiting = eventType("annotation/marks.waiting", { schema: z.object({}) });

/** A task that evaluates spans has something to do. */
export const evalTaskDue = eventType("evaluation/task.due", {
  schema: z.object({ taskId: z.guid(), organizationId: z.guid() }),
});

/** A run over a dataset's rows has been started, or is gone on with. */
export const evaluationRunStarted = eventType("evaluation/run.started", {
  schema: z.object({ runId: z.guid(), organizationId: z.guid() }),
});

/** Calls of an execution are open: to be played, or to be judged. */
export const executionAdvanced = eventType("simulation/execution.advanced", {
  schema: z.object({ executionId: z.guid(), organizationId: z.guid() }),
});

/** The edge found Redis without the gateway's projection. */
export const projectionLost = eventType("gateway/projection.lost", { schema: z.object({}) });

/** A request of the gateway is over, on the edge. */
export const requestCompleted = eventType("gateway/request.completed", {
  schema: z.object({ request: requestRecord, span: spanRecord.nullable() }),
});

/** A call of the gateway is settled, on the edge. */
export const callSettled = eventType("gateway/call.settled", {
  schema: z.object({
    id: z.guid(),
    kind: z.enum(["call", "judge"]).optional(),
    requestId: z.string(),
    organizationId: z.guid().nullable(),
    keyId: z.guid(),
    user: z.string().nullable(),
    requestedModel: z.string(),
    provider: z.string(),
    model: z.string(),
    inputTokens: z.int(),
    cachedInputTokens: z.int(),
    cacheWriteTokens: z.int(),
    outputTokens: z.int(),
    isEstimated: z.boolean(),
    cost: z.int().nullable(),
    priceVersion: z.string().nullable(),
    isManaged: z.boolean(),
    at: z.number(),
    isCounted: z.boolean(),
    life: z.string().nullable(),
  }),
});
