import type { DeskState } from "./desk-state";

export const emptyDesk: DeskState = {
  phase: "loading",
  halt: null,
  trail: [],
  at: -1,
  drafts: {},
  upcoming: [],
  done: [],
  error: null,
  openedAt: 0,
  edited: false,
  spent: {},
  durations: {},
  skipped: [],
};
