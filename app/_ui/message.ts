export interface Message {
  title: string;
  description?: string;
  /** One way back, e.g. undo. */
  action?: { label: string; run: () => void };
}

export type Outcome = "done" | "failed";

/** Where messages stand: at the end of a page, or over a desk's source. */
export type MessagePosition = "page" | "desk";
