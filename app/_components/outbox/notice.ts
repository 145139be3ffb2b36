// What the bar says about work that the server does not have yet. Pure.
import { type Entry, isWaiting, type KeptEntry } from "@/lib/client/outbox/entry";
import type { OutboxState } from "@/lib/client/outbox/outbox-state";

export interface Notice {
  kind: "away" | "signedOut" | "trouble" | "sent";
  text: string;
}

/**
 * One message, or none while all is well. `trouble` is why the desk cannot load the next items; `offline` says what
 * happens to the work on the screen without a network.
 */
export function noticeOf(
  { entries, server, caughtUp, lasting, isFull }: OutboxState,
  trouble: string | null,
  offline = "Your work is saved in this browser.",
): Notice | null {
  const waiting = entries.filter(isWaiting);
  if (server === "signedOut") {
    const pendingText =
      waiting.length > 0
        ? `${sentence(waiting, "is waiting", "are waiting")} until you sign in again.`
        : "What you type stays in this browser.";
    return {
      kind: "signedOut",
      text: `You are signed out. ${lasting ? pendingText : `${pendingText} Keep this page open.`}`,
    };
  }
  if (isFull) {
    const text = `${sentence(waiting, "is waiting", "are waiting")}, and no more fit into this browser. The item on the desk is kept as a draft: submit it once the others are sent.`;
    return { kind: "trouble", text };
  }
  if (server === "away") {
    const pendingText =
      waiting.length > 0
        ? `${sentence(waiting, "is waiting", "are waiting")} and will be sent automatically.`
        : offline;
    return { kind: "away", text: `You are offline. ${lasting ? pendingText : `${pendingText} Keep this page open.`}` };
  }
  if (caughtUp.length > 0) {
    return { kind: "sent", text: `${sentence(caughtUp, "was", "were")} sent.` };
  }
  return trouble ? { kind: "trouble", text: `The next items could not be loaded: ${trouble} Trying again.` } : null;
}

/** "2 answers and 1 skip are waiting". */
function sentence(entries: readonly Pick<Entry, "act">[], one: string, more: string): string {
  return `${countText(entries)} ${entries.length === 1 ? one : more}`;
}

export function countText(entries: readonly Pick<Entry, "act">[]): string {
  const skips = entries.filter(({ act }) => act.kind === "skip").length;
  const answers = entries.length - skips;
  const parts = [
    answers > 0 && `${answers} ${answers === 1 ? "answer" : "answers"}`,
    skips > 0 && `${skips} ${skips === 1 ? "skip" : "skips"}`,
  ];
  return parts.filter(Boolean).join(" and ");
}

export const refusedOf = (entries: readonly KeptEntry[]): KeptEntry[] => entries.filter((entry) => !isWaiting(entry));
