// Drafts that the server does not have, available synchronously: read once, then written with every change.

import { logIgnored } from "@/lib/error-report";
import type { Content } from "./entry";
import type { LocalDraft, OutboxStore } from "./outbox-store";

export class LocalDrafts {
  private readonly known = new Map<string, LocalDraft>();
  private turns = Promise.resolve();
  /** Changed since it was last written, by item. */
  private readonly unwritten = new Set<string>();

  constructor(
    private readonly owner: string,
    private readonly store: Promise<OutboxStore>,
  ) {}

  async load(): Promise<void> {
    for (const draft of await (await this.store).drafts(this.owner)) {
      const key = keyOf(draft.queueId, draft.itemId);
      if (!this.known.has(key)) this.known.set(key, draft);
    }
  }

  of = (queueId: string, itemId: string): LocalDraft | undefined => this.known.get(keyOf(queueId, itemId));

  keep(queueId: string, itemId: string, content: Content, revision: number | null, sent: Content | null): void {
    this.known.set(keyOf(queueId, itemId), { owner: this.owner, queueId, itemId, content, revision, sent });
    this.write(queueId, itemId);
  }

  /** The server has it now, or it is no longer a draft. */
  drop(queueId: string, itemId: string): void {
    if (this.known.delete(keyOf(queueId, itemId))) this.write(queueId, itemId);
  }

  /** While one write is in progress, further changes are merged into one. */
  private write(queueId: string, itemId: string): void {
    const key = keyOf(queueId, itemId);
    if (this.unwritten.has(key)) return;
    this.unwritten.add(key);
    this.turns = this.turns.then(async () => {
      this.unwritten.delete(key);
      const draft = this.known.get(key);
      const store = await this.store;
      // Without storage space, only the page has the draft, and it asks before it is closed.
      await (draft ? store.keepDraft(draft) : store.dropDraft(this.owner, queueId, itemId)).catch(
        logIgnored("keep a draft in the browser"),
      );
    });
  }
}

const keyOf = (queueId: string, itemId: string): string => `${queueId} ${itemId}`;
