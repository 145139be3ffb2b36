// The outbox of one person in one organization in this browser.
import { deliver } from "./deliver";
import { keyOfOwner, type Owner } from "./entry";
import { LocalDrafts } from "./local-drafts";
import { Outbox } from "./outbox";
import { MemoryOutboxStore, openOutboxStore } from "./outbox-store";

export interface Desktop {
  outbox: Outbox;
  drafts: LocalDrafts;
  /** Resolves once the entries of earlier pages are loaded. */
  ready: Promise<void>;
}

/** For the server and for pages without a user. */
export function idleDesktop(): Desktop {
  const store = Promise.resolve(new MemoryOutboxStore());
  const outbox = new Outbox({ userId: "", organizationId: "" }, { store, deliver, alone, announce: () => undefined });
  return { outbox, drafts: new LocalDrafts("", store), ready: Promise.resolve() };
}

const open = new Map<string, Desktop>();

/** One per page and owner. */
export function openOutbox(owner: Owner): Desktop {
  const key = keyOfOwner(owner);
  const known = open.get(key);
  if (known) return known;
  const store = openOutboxStore();
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(`assay outbox ${key}`);
  const outbox = new Outbox(owner, { store, deliver, alone, announce: () => channel?.postMessage(null) });
  channel?.addEventListener("message", () => void outbox.refresh());
  window.addEventListener("online", () => outbox.noticed("there"));
  window.addEventListener("offline", () => outbox.noticed("away"));
  const drafts = new LocalDrafts(key, store);
  const loaded = drafts.load();
  void outbox.start();
  const desktop = { outbox, drafts, ready: Promise.all([loaded, outbox.refresh()]).then(() => undefined) };
  open.set(key, desktop);
  return desktop;
}

/** One tab sends at a time. Without browser locks, two tabs may send the same entry; the server counts it once. */
async function alone(name: string, task: () => Promise<void>): Promise<void> {
  if ("locks" in navigator) await navigator.locks.request(`assay outbox ${name}`, task);
  else await task();
}
