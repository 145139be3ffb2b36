"use client";
import { useSyncExternalStore } from "react";
import { lazyCode, useLazyCode } from "../lazy-code";
import type { Message, MessagePosition, Outcome } from "./message";

type Show = (message: Message, outcome: Outcome) => void;

const view = lazyCode(() => import("./toast-view").then((module) => module.ToastView), true);
const changed = new Set<() => void>();
let waiting: [Message, Outcome][] = [];
let showNow: Show | null = null;

/** Shows a message in a corner, from anywhere in browser code. Errors stay until dismissed. */
export const toast = {
  done: (message: Message) => show(message, "done"),
  failed: (message: Message) => show(message, "failed"),
};

function show(message: Message, outcome: Outcome): void {
  if (showNow) showNow(message, outcome);
  else {
    waiting = [...waiting, [message, outcome]];
    for (const tell of changed) tell();
  }
}

function listen(take: Show): () => void {
  showNow = take;
  for (const [message, outcome] of waiting) take(message, outcome);
  waiting = [];
  return () => {
    showNow = null;
  };
}

function subscribe(tell: () => void): () => void {
  changed.add(tell);
  return () => changed.delete(tell);
}

/** The area for toasts; its code is loaded with the first toast. */
export function Toasts({ position }: { position: MessagePosition }) {
  const isNeeded = useSyncExternalStore(
    subscribe,
    () => waiting.length > 0,
    () => false,
  );
  const View = useLazyCode(view, isNeeded);
  return View ? (
    <View listen={listen} position={position} />
  ) : (
    <section aria-label="Notifications" aria-live="polite" />
  );
}
