// Drafts that the server does not have, at hand without waiting: read once, then written with every change.

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
    private readonly shelf: Promise<OutboxStore>,
  ) {}

  async load(): Promise<void> {
    for (const draft of await (await this.shelf).drafts(this.owner)) {
      const key = keyOf(draft.queueId, draft.itemId);
      if (!this.known.has(key)) this.known.set(key, draft);
    }
  }

  of = (queueId: string, itemId: string): LocalDraft | undefined => this.known.get(keyOf(queueId, itemId));

  keep(queueId: string, itemId: string, content: Content, revision: number | null, sent: Content | null): void {
    this.known.set(keyOf(queueId, itemId), { owner: this.owner, queueId, itemId, content, revision, sent });
    this.write(queueId, itemId);
  }

  /** The server has it now, or it is no draft any more. */
  drop(queueId: string, itemId: string): void {
    if (this.known.delete(keyOf(queueId, itemId))) this.write(queueId, itemId);
  }

  /** While one write is under way, many changes become one. */
  private write(queueId: string, itemId: string): void {
    const key = keyOf(queueId, itemId);
    if (this.unwritten.has(key)) return;
    this.unwritten.add(key);
    this.turns = this.turns.then(async () => {
      this.unwritten.delete(key);
      const draft = this.known.get(key);
      const shelf = await this.shelf;
      // Without room for it the draft is with the page alone, which asks before it is closed.
      await (draft ? shelf.keepDraft(draft) : shelf.dropDraft(this.owner, queueId, itemId)).catch(
        logIgnored("keep a draft in the browser"),
      );
    });
  }
}

const keyOf = (queueId: string, itemId: string): string => `${queueId} ${itemId}`;
