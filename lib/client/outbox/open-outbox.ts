// The outbox of one person in one organization in this browser.
import { call } from "../call";
import * as operations from "../operations";
import type { Entry, Owner } from "./entry";
import { keyOfOwner } from "./entry";
import { LocalDrafts } from "./local-drafts";
import { Outbox } from "./outbox";
import { MemoryOutboxStore, openOutboxStore } from "./outbox-store";

export interface Desktop {
  outbox: Outbox;
  drafts: LocalDrafts;
  /** Once what earlier pages left is at hand. */
  ready: Promise<void>;
}

/** Where nobody works: on the server, and on pages of nobody. */
export function idleDesktop(): Desktop {
  const shelf = Promise.resolve(new MemoryOutboxStore());
  const outbox = new Outbox({ userId: "", organizationId: "" }, { shelf, deliver, alone, announce: () => undefined });
  return { outbox, drafts: new LocalDrafts("", shelf), ready: Promise.resolve() };
}

const open = new Map<string, Desktop>();

/** One a page for each owner, whatever asks for it. */
export function openOutbox(owner: Owner): Desktop {
  const key = keyOfOwner(owner);
  const known = open.get(key);
  if (known) return known;
  const shelf = openOutboxStore();
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(`assay outbox ${key}`);
  const outbox = new Outbox(owner, { shelf, deliver, alone, announce: () => channel?.postMessage(null) });
  channel?.addEventListener("message", () => void outbox.refresh());
  window.addEventListener("online", () => outbox.noticed("there"));
  window.addEventListener("offline", () => outbox.noticed("away"));
  const drafts = new LocalDrafts(key, shelf);
  const loaded = drafts.load();
  void outbox.start();
  const desktop = { outbox, drafts, ready: Promise.all([loaded, outbox.refresh()]).then(() => undefined) };
  open.set(key, desktop);
  return desktop;
}

const PATIENCE_MS = 30_000;

async function deliver({ queueId, itemId, mutationId, act }: Entry, { userId, organizationId }: Owner): Promise<void> {
  const address = { queue_id: queueId, item_id: itemId, mutation_id: mutationId };
  const options = {
    signal: AbortSignal.timeout(PATIENCE_MS),
    // Never in the session of somebody else, who has signed in in the same browser since.
    headers: { "x-user-id": userId, "x-organization-id": organizationId },
  };
  if (act.kind === "submit") {
    const { annotations, item_notes } = act;
    await call(operations.submitAnnotations, { ...address, annotations, item_notes, complete: true }, options);
    return;
  }
  const reason = act.reason ? { reason: act.reason } : {};
  await call(operations.skipItem, { ...address, ...reason, claim_next: false }, options);
}

/** One tab sends at a time. Where the browser has no locks, two may send the same: the server counts it once. */
async function alone(name: string, task: () => Promise<void>): Promise<void> {
  if ("locks" in navigator) await navigator.locks.request(`assay outbox ${name}`, task);
  else await task();
}
