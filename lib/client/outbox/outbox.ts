// Sends submits and skips from the desk: in order, as soon as the server can be reached, and from one tab at a time.

import { handledBy } from "@/lib/rejections";
import {
  type Entry,
  firstToSend,
  isFull,
  isWaiting,
  type KeptEntry,
  keyOfOwner,
  type Owner,
  pauseAfter,
  verdictOn,
} from "./entry";
import { nothing, type OutboxState, type Surroundings } from "./outbox-state";
import { MemoryOutboxStore, type OutboxStore } from "./outbox-store";

const NOTICE_MS = 8000;

export class Outbox {
  private state = nothing;
  private readonly listeners = new Set<() => void>();
  /** Not in the store yet, in order. */
  private unwritten: Entry[] = [];
  private store: Promise<OutboxStore>;
  private turns = Promise.resolve();
  private sending: Promise<void> | null = null;
  private requested = false;
  private attempted = false;
  private failures = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private telling: ReturnType<typeof setTimeout> | undefined;
  private sentSinceAway: KeptEntry[] = [];
  private readonly holds = new Map<string, Promise<unknown>>();
  readonly key: string;

  constructor(
    readonly owner: Owner,
    private readonly around: Surroundings,
  ) {
    this.key = keyOfOwner(owner);
    this.store = around.store;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  read = (): OutboxState => this.state;
  readOnServer = (): OutboxState => nothing;

  /** Loads the entries that an earlier page left. */
  async start(): Promise<void> {
    await this.refresh();
    if (!firstToSend(this.state.entries)) return;
    // An earlier page could not send these, so the user is notified when they are sent.
    this.failures = 1;
    await this.send();
  }

  /** Reads the store again, because another tab has changed it. */
  async refresh(): Promise<void> {
    const store = await this.store;
    const kept = await store.entries(this.key);
    const known = new Set(kept.map((entry) => entry.mutationId));
    const newEntries = this.unwritten.filter((entry) => !known.has(entry.mutationId));
    const entries = [
      ...kept.toSorted((one, other) => one.order - other.order),
      ...newEntries.map((entry, index) => this.notYetKept(entry, index)),
    ];
    this.tell({ entries, lasting: store.lasting, isFull: isFull(entries) });
    // If the tab that sends is closed, this one takes over.
    if (firstToSend(entries)) this.sendLater();
  }

  /** Shows the entry at once, and sends it once it is stored and `after` has settled. Resolves when it is stored. */
  async add(entry: Entry, after: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.holds.set(entry.mutationId, after.catch(handledBy("the caller that awaits the earlier work")));
    this.unwritten.push(entry);
    this.tell({ entries: [...this.state.entries, this.notYetKept(entry, this.unwritten.length)] });
    this.inTurn(async () => {
      try {
        await (await this.store).add(this.key, entry);
      } catch {
        // The browser's storage is full: the page keeps the entry and asks before it is closed.
        await this.keepInMemory(entry);
      }
      this.unwritten = this.unwritten.filter((each) => each !== entry);
    });
    await this.turns;
    await this.changed();
    void this.send();
  }

  /** Withdraws an entry that was never sent; false if it must be undone on the server. */
  async withdraw(mutationId: string): Promise<boolean> {
    await this.turns;
    const withdrawn = await (await this.store).withdraw(this.key, mutationId);
    await this.changed();
    return withdrawn;
  }

  /** Discards a refused entry. */
  async discard(order: number): Promise<void> {
    await (await this.store).remove(order);
    await this.changed();
  }

  /** Whether all waiting entries have been sent. */
  async sendAll(): Promise<boolean> {
    await this.turns;
    await this.send();
    return !this.state.entries.some(isWaiting);
  }

  /** Sends waiting entries now. */
  send = (): Promise<void> => {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.requested = true;
    this.sending ??= this.around
      .alone(this.key, async () => {
        while (this.requested) {
          this.requested = false;
          await this.sendInOrder();
        }
      })
      .finally(() => {
        this.sending = null;
        // Requested while the last one was ending.
        return this.requested ? this.send() : undefined;
      });
    return this.sending;
  };

  /** Records what a request outside the outbox found out about the server. */
  noticed(server: OutboxState["server"]): void {
    if (server === this.state.server) return;
    if (server === "there" && this.state.entries.some(isWaiting)) void this.send();
    else this.tell({ server });
  }

  private async sendInOrder(): Promise<void> {
    const store = await this.store;
    for (;;) {
      const entry = firstToSend(await store.entries(this.key));
      if (!entry) break;
      this.attempted = true;
      if (!entry.tried) await store.change(entry.order, { tried: true });
      try {
        await this.holds.get(entry.mutationId);
        await this.around.deliver(entry, this.owner);
        await store.remove(entry.order);
        this.sentSinceAway.push(entry);
      } catch (error) {
        const verdict = verdictOn(error);
        if (verdict.kind !== "refused") return this.pause(verdict.kind);
        await store.change(entry.order, { refusal: verdict.message });
      }
      await this.changed();
    }
    if (this.attempted) this.through();
  }

  private pause(kind: "again" | "signedOut"): void {
    this.failures += 1;
    this.tell({ server: kind === "again" ? "away" : "signedOut" });
    this.sendLater();
  }

  private through(): void {
    if (this.failures > 0 && this.sentSinceAway.length > 0) {
      this.tell({ server: "there", caughtUp: this.sentSinceAway });
      clearTimeout(this.telling);
      this.telling = setTimeout(() => this.tell({ caughtUp: [] }), NOTICE_MS);
    } else if (this.state.server !== "there") this.tell({ server: "there" });
    this.failures = 0;
    this.sentSinceAway = [];
    this.holds.clear();
    this.attempted = false;
  }

  private sendLater(): void {
    this.retry ??= setTimeout(this.send, pauseAfter(Math.max(1, this.failures)));
  }

  private notYetKept = (entry: Entry, index: number): KeptEntry => ({
    ...entry,
    owner: this.key,
    order: Number.MAX_SAFE_INTEGER - 1000 + index,
    tried: false,
    refusal: null,
  });

  private async keepInMemory(entry: Entry): Promise<void> {
    const memory = new MemoryOutboxStore();
    for (const kept of this.state.entries) {
      if (isWaiting(kept) && kept.mutationId !== entry.mutationId) await memory.add(this.key, kept);
    }
    await memory.add(this.key, entry);
    this.store = Promise.resolve(memory);
  }

  private inTurn(task: () => Promise<void>): void {
    this.turns = this.turns.then(task);
  }

  private async changed(): Promise<void> {
    await this.refresh();
    this.around.announce();
  }

  private tell(change: Partial<OutboxState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}
