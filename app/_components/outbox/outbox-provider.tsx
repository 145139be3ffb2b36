"use client";
import { createContext, type ReactNode, use, useState, useSyncExternalStore } from "react";
import { callAs } from "@/lib/client/call";
import type { Owner } from "@/lib/client/outbox/entry";
import { type Desktop, idleDesktop, openOutbox } from "@/lib/client/outbox/open-outbox";
import type { OutboxState } from "@/lib/client/outbox/outbox-state";
import { useAwayPage } from "./use-away-page";

const DesktopContext = createContext<Desktop>(idleDesktop());

/** Sends the user's waiting work from any open page, and makes the page's calls as that user. */
export function OutboxProvider({ owner, children }: { owner: Owner | null; children: ReactNode }) {
  const [desktop] = useState(() => {
    if (!owner || typeof window === "undefined") return idleDesktop();
    callAs(owner);
    return openOutbox(owner);
  });
  useAwayPage();
  return <DesktopContext value={desktop}>{children}</DesktopContext>;
}

export const useDesktop = (): Desktop => use(DesktopContext);

export function useOutbox(): OutboxState {
  const { outbox } = useDesktop();
  return useSyncExternalStore(outbox.subscribe, outbox.read, outbox.readOnServer);
}
