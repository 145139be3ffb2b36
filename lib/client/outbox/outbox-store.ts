// Storage for work that is not on the server: IndexedDB, so that it outlives the tab and the browser.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Content, Entry, KeptEntry } from "./entry";

/** A draft that the server does not have. */
export interface LocalDraft {
  owner: string;
  queueId: string;
  itemId: string;
  content: Content;
  /** The revision of the server's draft on which it is based; null if there was none. */
  revision: number | null;
  /** Sent without an answer, so the server may have it; absent in drafts stored by an earlier version. */
  sent?: Content | null;
}

export interface OutboxStore {
  /** Whether it outlives the page. */
  readonly lasting: boolean;
  entries(owner: string): Promise<KeptEntry[]>;
  /** Replaces the item's local draft and its refused entries. */
  add(owner: string, entry: Entry): Promise<void>;
  change(order: number, change: Pick<KeptEntry, "tried"> | Pick<KeptEntry, "refusal">): Promise<void>;
  remove(order: number): Promise<void>;
  /** Withdraws an entry that certainly has not reached the server; false if it may have. */
  withdraw(owner: string, mutationId: string): Promise<boolean>;
  drafts(owner: string): Promise<LocalDraft[]>;
  keepDraft(draft: LocalDraft): Promise<void>;
  dropDraft(owner: string, queueId: string, itemId: string): Promise<void>;
}

interface Schema extends DBSchema {
  outbox: { key: number; value: KeptEntry; indexes: { owner: string } };
  drafts: { key: [string, string, string]; value: LocalDraft; indexes: { owner: string } };
}

/** The browser's own store; one in memory if it has none, as in some private windows. */
export async function openOutboxStore(): Promise<OutboxStore> {
  try {
    const database = await openDB<Schema>("assay", 1, {
      upgrade(opened) {
        opened.createObjectStore("outbox", { keyPath: "order", autoIncrement: true }).createIndex("owner", "owner");
        opened.createObjectStore("drafts", { keyPath: ["owner", "queueId", "itemId"] }).createIndex("owner", "owner");
      },
    });
    return new BrowserShelf(database);
  } catch {
    return new MemoryOutboxStore();
  }
}

const fresh = (owner: string, entry: Entry) => ({ ...entry, owner, tried: false, refusal: null });
const isReplacedBy = (entry: Entry) => (kept: KeptEntry) =>
  kept.refusal !== null && kept.queueId === entry.queueId && kept.itemId === entry.itemId;

class BrowserShelf implements OutboxStore {
  readonly lasting = true;
  constructor(private readonly database: IDBPDatabase<Schema>) {}

  entries = (owner: string) => this.database.getAllFromIndex("outbox", "owner", owner);

  async add(owner: string, entry: Entry) {
    const change = this.database.transaction(["outbox", "drafts"], "readwrite");
    const outbox = change.objectStore("outbox");
    const replaced = (await outbox.index("owner").getAll(owner)).filter(isReplacedBy(entry));
    // Safe: the store gives the entry its order.
    await Promise.all([
      outbox.add(fresh(owner, entry) as KeptEntry),
      ...replaced.map(({ order }) => outbox.delete(order)),
      entry.act.kind === "submit" && change.objectStore("drafts").delete([owner, entry.queueId, entry.itemId]),
      change.done,
    ]);
  }

  async change(order: number, values: Partial<KeptEntry>) {
    const change = this.database.transaction("outbox", "readwrite");
    const entry = await change.store.get(order);
    await Promise.all([entry && change.store.put({ ...entry, ...values }), change.done]);
  }

  remove = (order: number) => this.database.delete("outbox", order);

  async withdraw(owner: string, mutationId: string) {
    const change = this.database.transaction("outbox", "readwrite");
    const entries = await change.store.index("owner").getAll(owner);
    const entry = entries.find((each) => each.mutationId === mutationId && !each.tried);
    await Promise.all([entry && change.store.delete(entry.order), change.done]);
    return entry !== undefined;
  }

  drafts = (owner: string) => this.database.getAllFromIndex("drafts", "owner", owner);

  async keepDraft(draft: LocalDraft) {
    await this.database.put("drafts", draft);
  }

  dropDraft = (owner: string, queueId: string, itemId: string) =>
    this.database.delete("drafts", [owner, queueId, itemId]);
}

export class MemoryOutboxStore implements OutboxStore {
  readonly lasting: boolean = false;
  private kept: KeptEntry[] = [];
  private readonly kepts = new Map<string, LocalDraft>();
  private last = 0;

  entries = async (owner: string) => this.kept.filter((entry) => entry.owner === owner);

  async add(owner: string, entry: Entry) {
    const isReplaced = isReplacedBy(entry);
    this.last += 1;
    this.kept = this.kept.filter((kept) => kept.owner !== owner || !isReplaced(kept));
    this.kept.push({ ...fresh(owner, entry), order: this.last });
    if (entry.act.kind === "submit") await this.dropDraft(owner, entry.queueId, entry.itemId);
  }

  async change(order: number, values: Partial<KeptEntry>) {
    this.kept = this.kept.map((entry) => (entry.order === order ? { ...entry, ...values } : entry));
  }

  async remove(order: number) {
    this.kept = this.kept.filter((entry) => entry.order !== order);
  }

  async withdraw(owner: string, mutationId: string) {
    const found = this.kept.find((entry) => entry.owner === owner && entry.mutationId === mutationId && !entry.tried);
    if (found) await this.remove(found.order);
    return found !== undefined;
  }

  drafts = async (owner: string) => [...this.kepts.values()].filter((draft) => draft.owner === owner);

  async keepDraft(draft: LocalDraft) {
    this.kepts.set(`${draft.owner} ${draft.queueId} ${draft.itemId}`, draft);
  }

  async dropDraft(owner: string, queueId: string, itemId: string) {
    this.kepts.delete(`${owner} ${queueId} ${itemId}`);
  }
}
