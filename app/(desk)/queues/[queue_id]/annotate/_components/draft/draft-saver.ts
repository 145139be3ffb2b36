// Saves drafts to the server while they are written: soon after each change, in order, one request per item at a time.

import type { Content } from "@/lib/client/outbox/entry";
import type { ItemDraft } from "@/lib/contracts/annotation/drafts";
import { keptOf as contentOf, type Draft, type SentDraft } from "./draft";

/** Whether the server has the draft of an item. */
export type Keeping =
  | { state: "none" | "waiting" | "saved" | "failed" }
  /** Another window has written since. `newest` is null if the draft was submitted or discarded there. */
  | { state: "outdated"; newest: ItemDraft | null };

export type PutAnswer =
  | { kind: "saved"; revision: number }
  | { kind: "outdated"; newest: ItemDraft | null }
  /** `again`: a retry may succeed. */
  | { kind: "failed"; again: boolean; isSignedOut?: boolean };

/** Sends a draft based on a revision, or null for a first draft. Never throws. */
export type PutDraft = (itemId: string, content: Content, revision: number | null) => Promise<PutAnswer>;

/** Keeps drafts in this browser that the server does not have yet. */
export interface KeepHere {
  /** `sent` may have reached the server; no answer has come yet. */
  keep(itemId: string, content: Content, revision: number | null, sent: Content | null): void;
  drop(itemId: string): void;
}

const nowhere: KeepHere = { keep: () => undefined, drop: () => undefined };

interface Entry {
  revision: number | null;
  /** The version on the server. */
  stored: Draft | null;
  /** The version still to be sent. */
  pending: Draft | null;
  /**
   * Sent, but not answered: it may have reached the server. It is resent unchanged before anything newer, so that the server
   * recognizes it and answers with its revision. A newer draft would be refused as a conflict with another window.
   */
  sent: SentDraft | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  underWay: Promise<void> | null;
  /** The item was submitted: a draft under way is not resent. */
  settled: boolean;
  keeping: Keeping;
}

const PAUSE_MS = 800;
const RETRY_MS = 5000;
const NONE: Keeping = { state: "none" };

export class DraftSaver {
  private readonly entries = new Map<string, Entry>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly put: PutDraft,
    private readonly here: KeepHere = nowhere,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  keepingOf = (itemId: string): Keeping => this.entries.get(itemId)?.keeping ?? NONE;

  /** Starts tracking a shown item with the server's draft, and with one that an earlier page sent without an answer. */
  opened(itemId: string, draft: Draft, revision: number | null, sent: SentDraft | null = null): void {
    const entry = this.entryFor(itemId);
    Object.assign(entry, { stored: draft, pending: null, revision, sent });
    this.tell(entry, { state: revision === null ? "none" : "saved" });
  }

  keep(itemId: string, draft: Draft): void {
    const entry = this.entryFor(itemId);
    if (entry.stored === draft || entry.pending === draft) return;
    entry.pending = draft;
    entry.settled = false;
    this.keepHere(itemId, entry, draft);
    if (entry.keeping.state === "outdated") return;
    this.tell(entry, { state: "waiting" });
    this.sendIn(PAUSE_MS, itemId, entry);
  }

  /** Sends pending drafts at once, because the page or the item is being left. */
  flush = (): void => {
    for (const [itemId, entry] of this.entries) this.send(itemId, entry);
  };

  /** Stops saving the draft of an item and waits for the request under way. */
  async settle(itemId: string): Promise<void> {
    const entry = this.entries.get(itemId);
    if (!entry) return;
    stop(entry);
    entry.pending = null;
    entry.settled = true;
    await entry.underWay;
  }

  /** The item was submitted, so the server no longer has a draft of it. */
  submitted(itemId: string): void {
    const entry = this.entryFor(itemId);
    Object.assign(entry, { revision: null, stored: null, sent: null });
    if (!entry.pending) this.tell(entry, NONE);
  }

  /** Forgets all that this window knows about an item. */
  forget(itemId: string): void {
    const entry = this.entries.get(itemId);
    if (entry) stop(entry);
    this.entries.delete(itemId);
    this.here.drop(itemId);
  }

  /** Replaces a newer draft with this window's. */
  overwrite(itemId: string): void {
    const entry = this.entries.get(itemId);
    if (entry?.keeping.state !== "outdated") return;
    Object.assign(entry, { revision: entry.keeping.newest?.revision ?? null, sent: null });
    this.tell(entry, { state: "waiting" });
    this.send(itemId, entry);
  }

  private entryFor(itemId: string): Entry {
    const known = this.entries.get(itemId);
    if (known) return known;
    const entry: Entry = {
      revision: null,
      stored: null,
      pending: null,
      sent: null,
      timer: undefined,
      underWay: null,
      settled: false,
      keeping: NONE,
    };
    this.entries.set(itemId, entry);
    return entry;
  }

  private tell(entry: Entry, keeping: Keeping): void {
    entry.keeping = keeping;
    for (const listener of this.listeners) listener();
  }

  private sendIn(ms: number, itemId: string, entry: Entry): void {
    entry.timer ??= setTimeout(() => this.send(itemId, entry), ms);
  }

  private keepHere(itemId: string, { revision, sent }: Entry, draft: Draft): void {
    this.here.keep(itemId, contentOf(draft), revision, sent?.content ?? null);
  }

  private send(itemId: string, entry: Entry): void {
    stop(entry);
    const { pending } = entry;
    if (!pending || entry.underWay || entry.keeping.state === "outdated") return;
    const sent = entry.sent ?? { content: contentOf(pending), draft: pending };
    entry.sent = sent;
    if (sent.draft === pending) entry.pending = null;
    this.keepHere(itemId, entry, pending);
    entry.underWay = this.put(itemId, sent.content, entry.revision).then((answer) => {
      entry.underWay = null;
      // Otherwise the item was forgotten meanwhile and the answer is of no use.
      if (this.entries.get(itemId) === entry) this.take(itemId, entry, sent, answer);
    });
  }

  private take(itemId: string, entry: Entry, sent: SentDraft, answer: PutAnswer): void {
    const mayHaveArrived = answer.kind === "failed" && answer.again;
    if (!mayHaveArrived || entry.settled) entry.sent = null;
    if (answer.kind === "saved") {
      Object.assign(entry, { revision: answer.revision, stored: sent.draft });
      if (entry.pending) this.keepHere(itemId, entry, entry.pending);
      else this.here.drop(itemId);
      this.tell(entry, { state: entry.pending ? "waiting" : "saved" });
      this.send(itemId, entry);
      return;
    }
    if (entry.settled) return;
    entry.pending ??= sent.draft;
    if (answer.kind === "outdated") {
      this.tell(entry, { state: "outdated", newest: answer.newest });
      return;
    }
    this.tell(entry, { state: "failed" });
    if (answer.again) this.sendIn(RETRY_MS, itemId, entry);
  }
}

function stop(entry: Entry): void {
  clearTimeout(entry.timer);
  entry.timer = undefined;
}
