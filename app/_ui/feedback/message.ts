export interface Message {
  title: string;
  description?: string;
  /** One action, e.g. Undo. */
  action?: { label: string; run: () => void };
}

export type Outcome = "done" | "failed";

/** Where messages appear: at the end of a page, or over a desk's source. */
export type MessagePosition = "page" | "desk";
