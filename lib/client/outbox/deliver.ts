// Sends one entry of the outbox to the server.
import { call } from "../call";
import { fieldError } from "../call-error";
import * as operations from "../operations";
import type { Entry, Owner } from "./entry";

const PATIENCE_MS = 30_000;

export async function deliver(
  { queueId, itemId, mutationId, act, workMs }: Entry,
  { userId, organizationId }: Owner,
): Promise<void> {
  const address = { queue_id: queueId, item_id: itemId, mutation_id: mutationId };
  const options = () => ({
    signal: AbortSignal.timeout(PATIENCE_MS),
    // Never sends in another user's session, if one has signed in in the same browser since.
    headers: { "x-user-id": userId, "x-organization-id": organizationId },
  });
  if (act.kind === "submit") {
    const { annotations, item_notes } = act;
    const body = { ...address, annotations, item_notes, complete: true };
    if (workMs === undefined) return void (await call(operations.submitAnnotations, body, options()));
    try {
      await call(operations.submitAnnotations, { ...body, work_ms: workMs }, options());
    } catch (error) {
      // A server that is not upgraded yet does not know the time, and has stored nothing.
      if (!fieldError(error, "work_ms")) throw error;
      await call(operations.submitAnnotations, body, options());
    }
    return;
  }
  const reason = act.reason ? { reason: act.reason } : {};
  await call(operations.skipItem, { ...address, ...reason, claim_next: false }, options());
}
