// Sends what has left the desk: in order, by itself as soon as the server can be reached, and by one tab at a time.

import { handledBy } from "@/lib/rejections";
import {
  type Entry,
  firstToSend,
  isWaiting,
  type KeptEntry,
  keyOfOwner,
  type Owner,
  pauseAfter,
  verdictOn,
} from "./entry";
import { MemoryOutboxStore, type OutboxStore } from "./outbox-store";

export interface OutboxState {
  /** In the order of the work; what was refused is among them until it is sent anew or thrown away. */
  entries: readonly KeptEntry[];
  /** `away`: the server cannot be reached. `signedOut`: the session is over, or somebody else's. */
  server: "there" | "away" | "signedOut";
  /** What was sent after the server had been away, told for a moment. */
  caughtUp: readonly KeptEntry[];
  /** Whether what waits outlives the page. */
  lasting: boolean;
}

export interface Surroundings {
  shelf: Promise<OutboxStore>;
  /** Throws when the server did not take it. */
  deliver: (entry: Entry, owner: Owner) => Promise<void>;
  /** Runs a task while no other tab runs one. */
  alone: (name: string, task: () => Promise<void>) => Promise<void>;
  /** Tells other tabs that something changed. */
  announce: () => void;
}

const TOLD_MS = 8000;
const nothing: OutboxState = { entries: [], server: "there", caughtUp: [], lasting: true };

export class Outbox {
  private state = nothing;
  private readonly listeners = new Set<() => void>();
  /** Not on the shelf yet, in order. */
  private arriving: Entry[] = [];
  private shelf: Promise<OutboxStore>;
  private turns = Promise.resolve();
  private sending: Promise<void> | null = null;
  private wanted = false;
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
    this.shelf = around.shelf;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  read = (): OutboxState => this.state;
  readOnServer = (): OutboxState => nothing;

  /** Begins with what an earlier page has left. */
  async start(): Promise<void> {
    await this.refresh();
    if (!firstToSend(this.state.entries)) return;
    // What an earlier page could not send: it is told when it is sent.
    this.failures = 1;
    await this.send();
  }

  /** Reads the shelf again: another tab has changed it. */
  async refresh(): Promise<void> {
    const shelf = await this.shelf;
    const kept = await shelf.entries(this.key);
    const known = new Set(kept.map((entry) => entry.mutationId));
    const newEntries = this.arriving.filter((entry) => !known.has(entry.mutationId));
    const entries = [
      ...kept.toSorted((one, other) => one.order - other.order),
      ...newEntries.map((entry, index) => this.notYetKept(entry, index)),
    ];
    this.tell({ entries, lasting: shelf.lasting });
    // Should the tab that sends be closed, this one takes over.
    if (firstToSend(entries)) this.sendLater();
  }

  /** Shows at once, and sends as soon as it is kept and `after` is over. Resolves when it is kept. */
  async add(entry: Entry, after: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.holds.set(entry.mutationId, after.catch(handledBy("who waits for the work before")));
    this.arriving.push(entry);
    this.tell({ entries: [...this.state.entries, this.notYetKept(entry, this.arriving.length)] });
    this.inTurn(async () => {
      try {
        await (await this.shelf).add(this.key, entry);
      } catch {
        // The browser keeps no more: the page does, and asks before it is closed.
        await this.keepInMemory(entry);
      }
      this.arriving = this.arriving.filter((each) => each !== entry);
    });
    await this.turns;
    await this.changed();
    void this.send();
  }

  /** Takes an entry back that has not been tried; false when the server has to be asked. */
  async withdraw(mutationId: string): Promise<boolean> {
    await this.turns;
    const withdrawn = await (await this.shelf).withdraw(this.key, mutationId);
    await this.changed();
    return withdrawn;
  }

  /** Throws away what was refused. */
  async discard(order: number): Promise<void> {
    await (await this.shelf).remove(order);
    await this.changed();
  }

  /** Whether everything that waited is sent. */
  async sendAll(): Promise<boolean> {
    await this.turns;
    await this.send();
    return !this.state.entries.some(isWaiting);
  }

  /** Sends now what waits. */
  send = (): Promise<void> => {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.wanted = true;
    this.sending ??= this.around
      .alone(this.key, async () => {
        while (this.wanted) {
          this.wanted = false;
          await this.sendInOrder();
        }
      })
      .finally(() => {
        this.sending = null;
        // Asked for while the last one ended.
        return this.wanted ? this.send() : undefined;
      });
    return this.sending;
  };

  /** What a request outside the outbox has found. */
  noticed(server: OutboxState["server"]): void {
    if (server === this.state.server) return;
    if (server === "there" && this.state.entries.some(isWaiting)) void this.send();
    else this.tell({ server });
  }

  private async sendInOrder(): Promise<void> {
    const shelf = await this.shelf;
    for (;;) {
      const entry = firstToSend(await shelf.entries(this.key));
      if (!entry) break;
      this.attempted = true;
      if (!entry.tried) await shelf.change(entry.order, { tried: true });
      try {
        await this.holds.get(entry.mutationId);
        await this.around.deliver(entry, this.owner);
        await shelf.remove(entry.order);
        this.sentSinceAway.push(entry);
      } catch (error) {
        const verdict = verdictOn(error);
        if (verdict.kind !== "refused") return this.pause(verdict.kind);
        await shelf.change(entry.order, { refusal: verdict.message });
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
      this.telling = setTimeout(() => this.tell({ caughtUp: [] }), TOLD_MS);
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
    this.shelf = Promise.resolve(memory);
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
