import { describe, expect, test } from "vitest";
import type { Draft } from "../draft/draft";
import { type DeskAction, type DeskState, deskReducer } from "./desk-state";
import { emptyDesk } from "./empty-desk";
import { timeSpent } from "./time-spent";

const draft: Draft = { values: {}, labelNotes: {}, itemNote: "", seen: {}, changed: false };
const run = (actions: DeskAction[], from: DeskState = emptyDesk) => actions.reduce(deskReducer, from);
const open = (itemId: string, now: number): DeskAction[] => [
  { type: "opened", itemId, now },
  { type: "loaded", itemId, draft, error: null, now },
];
const claim = (itemId: string): DeskAction => ({ type: "claimed", itemId, draft, now: 0 });
const move = (by: -1 | 1, now: number): DeskAction => ({ type: "moved", by, now });
const submit = (itemId: string, now: number, stays = false): DeskAction => ({
  type: "sent",
  itemId,
  act: "submit",
  mutationId: `m-${itemId}`,
  stays,
  now,
});
const undo = (itemId: string, now: number): DeskAction[] => [{ type: "undoing" }, { type: "withdrawn", itemId, now }];

describe("the time of an item", () => {
  test.each<[string, DeskAction[], number, number]>([
    ["of one visit", open("a", 100), 160, 60],
    ["while it loads", [{ type: "opened", itemId: "a", now: 100 }], 160, 0],
    [
      "that was left for the one before and shown again",
      [...open("a", 0), claim("b"), submit("a", 10), move(-1, 250), move(1, 260)],
      265,
      245,
    ],
    [
      "that was withdrawn with the next one shown",
      [...open("a", 0), claim("b"), submit("a", 60), ...undo("a", 70)],
      75,
      65,
    ],
    ["that was withdrawn while the desk waited", [...open("a", 0), submit("a", 60), ...undo("a", 500)], 505, 65],
    ["that stayed and was withdrawn", [...open("a", 0), submit("a", 60, true), ...undo("a", 70)], 75, 75],
    [
      "after the server has accepted it",
      [...open("a", 0), submit("a", 60), { type: "settled", itemId: "a" }, ...open("a", 90)],
      95,
      5,
    ],
    [
      "that was refused and opened again",
      [...open("a", 0), submit("a", 60), { type: "refused", itemId: "a", mutationId: "m-a" }, ...open("a", 90)],
      95,
      65,
    ],
    [
      "shown before one that was lost",
      [...open("a", 0), claim("b"), submit("a", 60), { type: "lost", itemId: "b", now: 90 }, ...undo("a", 100)],
      105,
      65,
    ],
    [
      "that another one at the end of the trail was shown after",
      [
        ...open("a", 0),
        claim("b"),
        submit("a", 10),
        claim("c"),
        submit("b", 30),
        ...open("a", 100),
        { type: "went", itemId: "b", now: 110 },
      ],
      115,
      25,
    ],
  ])("%s", (_, actions, now, expected) => expect(timeSpent(run(actions), now)).toBe(expected));
});
