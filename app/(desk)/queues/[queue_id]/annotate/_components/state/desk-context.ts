import type { Dispatch, RefObject } from "react";
import type { Desktop } from "@/lib/client/outbox/open-outbox";
import type { DraftSaver } from "../draft/draft-saver";
import type { DeskAction, DeskState } from "./desk-state";

/** What the parts of a desk share. */
export interface DeskContext {
  queueId: string;
  desktop: Desktop;
  /** The state as it was drawn last, for what answers later. */
  latest: RefObject<DeskState>;
  saver: DraftSaver;
  dispatch: Dispatch<DeskAction>;
}
