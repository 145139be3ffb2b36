// The tabs of one browser share a session and its organization. A tab that switches it informs the others: their calls stay
// with their own organization, but links from them lead to the new one.
import { isRecord, textIn } from "@/lib/records";

export interface OrganizationName {
  id: string;
  name: string;
}

/** This tab's organization, and the one that another tab has switched to. */
export interface Switched {
  own: OrganizationName;
  other: OrganizationName;
}

let switched: Switched | null = null;
let channel: BroadcastChannel | null = null;
const changed = new Set<() => void>();

function set(next: Switched | null): void {
  switched = next;
  for (const tell of changed) tell();
}

export const readSwitched = (): Switched | null => switched;

export function subscribeSwitched(tell: () => void): () => void {
  changed.add(tell);
  return () => changed.delete(tell);
}

/** What another tab's message says; null if it is not such a message. */
const read = (data: unknown): OrganizationName | null =>
  isRecord(data) && textIn(data.id) !== "" ? { id: textIn(data.id), name: textIn(data.name) } : null;

/** Null in browsers without channels: other tabs are not informed there. */
const openChannel = (): BroadcastChannel | null =>
  typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("assay organization");

/** Listens to the other tabs while a page of this organization is open. */
export function watchSwitches(own: OrganizationName): () => void {
  // This tab has moved to another organization since.
  if (switched && switched.own.id !== own.id) set(null);
  const opened = openChannel();
  if (!opened) return () => undefined;
  channel = opened;
  opened.onmessage = ({ data }) => {
    const other = read(data);
    if (other) set(other.id === own.id ? null : { own, other });
  };
  return () => {
    opened.close();
    if (channel === opened) channel = null;
  };
}

/** Informs the other tabs, also from a page that does not listen, such as the one for what is missing. */
export function announceSwitch({ id, name }: OrganizationName): void {
  const open = channel ?? openChannel();
  open?.postMessage({ id, name });
  if (open !== channel) open?.close();
}

/** Makes this tab's organization the browser's again. */
export async function switchBack({ own }: Switched): Promise<void> {
  // Loaded when it is needed: the page for what is missing carries this file.
  const { switchOrganization } = await import("../account");
  await switchOrganization.mutationFn({ organization_id: own.id });
  announceSwitch(own);
  set(null);
}
