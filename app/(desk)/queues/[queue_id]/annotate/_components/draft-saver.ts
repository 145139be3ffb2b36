// Keeps drafts on the server while they are written: soon after each change, one request an item at a time, the last one last.

import type { Content } from "@/lib/client/outbox/entry";
import type { ItemDraft } from "@/lib/contracts/annotation/drafts";
import { keptOf as contentOf, type Draft, type SentDraft } from "./draft";

/** How the draft of an item stands with the server. */
export type Keeping =
  | { state: "none" | "waiting" | "saved" | "failed" }
  /** Another window has written since; null when it was submitted or thrown away there. */
  | { state: "outdated"; newest: ItemDraft | null };

export type PutAnswer =
  | { kind: "saved"; revision: number }
  | { kind: "outdated"; newest: ItemDraft | null }
  /** `again`: it may work in a while. */
  | { kind: "failed"; again: boolean };

/** Sends a draft on the base of a revision, null when there was none. Never throws. */
export type PutDraft = (itemId: string, content: Content, revision: number | null) => Promise<PutAnswer>;

/** Keeps in this browser what the server does not have yet. */
export interface KeepHere {
  /** `sent` may be with the server: its answer has not come. */
  keep(itemId: string, content: Content, revision: number | null, sent: Content | null): void;
  drop(itemId: string): void;
}

const nowhere: KeepHere = { keep: () => undefined, drop: () => undefined };

interface Entry {
  revision: number | null;
  /** What the server has. */
  kept: Draft | null;
  /** What it has to get. */
  wanted: Draft | null;
  /**
   * May be with the server. It is sent again as it was, before anything newer: the server knows it again, and tells its
   * revision. Something newer would be refused, as if another window had written this.
   */
  sent: SentDraft | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  underWay: Promise<void> | null;
  /** It was submitted: what is under way is not sent again. */
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

  /** What the server has for an item that is shown, and what an earlier page has sent of it without an answer. */
  opened(itemId: string, draft: Draft, revision: number | null, sent: SentDraft | null = null): void {
    const entry = this.entryFor(itemId);
    Object.assign(entry, { kept: draft, wanted: null, revision, sent });
    this.tell(entry, { state: revision === null ? "none" : "saved" });
  }

  keep(itemId: string, draft: Draft): void {
    const entry = this.entryFor(itemId);
    if (entry.kept === draft || entry.wanted === draft) return;
    entry.wanted = draft;
    entry.settled = false;
    this.keepHere(itemId, entry, draft);
    if (entry.keeping.state === "outdated") return;
    this.tell(entry, { state: "waiting" });
    this.sendIn(PAUSE_MS, itemId, entry);
  }

  /** Sends at once what waits: the page or the item is being left. */
  flush = (): void => {
    for (const [itemId, entry] of this.entries) this.send(itemId, entry);
  };

  /** Sends no more of what there is for an item, and waits for what is under way. */
  async settle(itemId: string): Promise<void> {
    const entry = this.entries.get(itemId);
    if (!entry) return;
    stop(entry);
    entry.wanted = null;
    entry.settled = true;
    await entry.underWay;
  }

  /** The server has no draft of the item any more: it was submitted. */
  submitted(itemId: string): void {
    const entry = this.entryFor(itemId);
    Object.assign(entry, { revision: null, kept: null, sent: null });
    if (!entry.wanted) this.tell(entry, NONE);
  }

  /** Drops what this window knows and wants of an item. */
  forget(itemId: string): void {
    const entry = this.entries.get(itemId);
    if (entry) stop(entry);
    this.entries.delete(itemId);
    this.here.drop(itemId);
  }

  /** Puts the draft of this window in the place of a newer one. */
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
      kept: null,
      wanted: null,
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
    const { wanted } = entry;
    if (!wanted || entry.underWay || entry.keeping.state === "outdated") return;
    const sent = entry.sent ?? { content: contentOf(wanted), draft: wanted };
    entry.sent = sent;
    if (sent.draft === wanted) entry.wanted = null;
    this.keepHere(itemId, entry, wanted);
    entry.underWay = this.put(itemId, sent.content, entry.revision).then((answer) => {
      entry.underWay = null;
      // Else it was forgotten in the meantime: nobody waits for the answer.
      if (this.entries.get(itemId) === entry) this.take(itemId, entry, sent, answer);
    });
  }

  private take(itemId: string, entry: Entry, sent: SentDraft, answer: PutAnswer): void {
    const mayBeThere = answer.kind === "failed" && answer.again;
    if (!mayBeThere || entry.settled) entry.sent = null;
    if (answer.kind === "saved") {
      Object.assign(entry, { revision: answer.revision, kept: sent.draft });
      if (entry.wanted) this.keepHere(itemId, entry, entry.wanted);
      else this.here.drop(itemId);
      this.tell(entry, { state: entry.wanted ? "waiting" : "saved" });
      this.send(itemId, entry);
      return;
    }
    if (entry.settled) return;
    entry.wanted ??= sent.draft;
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
