import { describe, expect, test } from "vitest";
import type { Draft } from "../draft/draft";
import { currentItem, type DeskAction, type DeskState, deskReducer, inHand, isAtEnd, isSent } from "./desk-state";
import { emptyDesk } from "./empty-desk";

const blank: Draft = { values: {}, labelNotes: {}, itemNote: "", seen: {}, changed: false };
const filled: Draft = { ...blank, values: { l: { rating: 4 } }, changed: true };
const run = (actions: DeskAction[], from: DeskState = emptyDesk) => actions.reduce(deskReducer, from);
const open = (itemId: string, now = 0): DeskAction[] => [
  { type: "opened", itemId, now },
  { type: "loaded", itemId, draft: blank, error: null, now },
];
const edit = (itemId: string): DeskAction => ({ type: "edited", itemId, draft: filled });
const send = (itemId: string, act: "submit" | "skip", now: number): DeskAction => ({
  type: "sent",
  itemId,
  act,
  mutationId: `m-${itemId}`,
  now,
});
const submit = (itemId: string, now = 0): DeskAction => send(itemId, "submit", now);
const stay = (itemId: string): DeskAction => ({
  type: "sent",
  itemId,
  act: "submit",
  mutationId: `m-${itemId}`,
  stays: true,
  now: 0,
});
const skip = (itemId: string, now = 0): DeskAction => send(itemId, "skip", now);
const claimed = (itemId: string): DeskAction => ({ type: "claimed", itemId, draft: blank, now: 0 });
const settled = (itemId: string): DeskAction => ({ type: "settled", itemId });
const refused = (itemId: string): DeskAction => ({ type: "refused", itemId, mutationId: `m-${itemId}` });

describe("working through items", () => {
  test("an item loads before it can be annotated", () => {
    const loading = run([{ type: "opened", itemId: "a", now: 5 }]);
    expect([loading.phase, currentItem(loading)]).toEqual(["loading", "a"]);
    const ready = run([{ type: "loaded", itemId: "a", draft: blank, error: null, now: 9 }], loading);
    expect([ready.phase, ready.openedAt]).toEqual(["annotating", 9]);
  });

  test("the desk waits for an item and then shows it if none was claimed ahead", () => {
    const waiting = run([...open("a"), edit("a"), submit("a")]);
    expect([waiting.phase, inHand(waiting)]).toEqual(["waiting", []]);
    const next = run([{ type: "opened", itemId: "b", now: 0 }], waiting);
    expect([next.phase, currentItem(next)]).toEqual(["loading", "b"]);
  });

  test("items claimed ahead appear at once, in their order", () => {
    const ahead = run([...open("a"), claimed("b"), claimed("c")]);
    expect([currentItem(ahead), ahead.upcoming, inHand(ahead)]).toEqual(["a", ["b", "c"], ["a", "b", "c"]]);
    const second = run([submit("a")], ahead);
    expect([currentItem(second), second.phase, second.upcoming]).toEqual(["b", "annotating", ["c"]]);
    const third = run([skip("b")], second);
    expect([currentItem(third), third.phase, inHand(third)]).toEqual(["c", "annotating", ["c"]]);
  });

  test("an item that another annotator got meanwhile gives way to the next one", () => {
    const lost: DeskAction = { type: "lost", itemId: "b", now: 0 };
    const onB = run([...open("a"), claimed("b"), claimed("c"), submit("a")]);
    const onC = run([lost], onB);
    expect([currentItem(onC), onC.trail, onC.phase, onC.drafts.b]).toEqual(["c", ["a", "c"], "annotating", undefined]);
    expect(run([lost], onC)).toBe(onC);
    expect(run([lost], run([...open("a"), claimed("b"), submit("a")])).phase).toBe("waiting");
  });

  test("the item stays after a submit until the annotator moves on, if the desk does not advance", () => {
    const stays = run([...open("a"), claimed("b"), edit("a"), stay("a")]);
    expect([currentItem(stays), stays.phase, stays.upcoming, isSent(stays)]).toEqual(["a", "annotating", ["b"], true]);
    const next = run([{ type: "moved", by: 1, now: 0 }], run([settled("a")], stays));
    expect([currentItem(next), next.phase, isSent(next)]).toEqual(["b", "annotating", false]);
    const none = run([{ type: "moved", by: 1, now: 0 }], run([...open("a"), stay("a")]));
    expect(none.phase).toBe("waiting");
  });

  test("an item opened from a list appears at its position in the trail, or at the end", () => {
    const there = run([...open("a"), claimed("b"), submit("a"), { type: "went", itemId: "a", now: 0 }]);
    expect([there.trail, currentItem(there)]).toEqual([["a", "b"], "a"]);
    const elsewhere = run([...open("a"), { type: "went", itemId: "z", now: 0 }]);
    expect([elsewhere.trail, currentItem(elsewhere), elsewhere.phase]).toEqual([["a", "z"], "z", "loading"]);
  });

  test("an item that is claimed while the desk waits appears at once", () => {
    const shown = run([...open("a"), submit("a"), claimed("b")]);
    expect([currentItem(shown), shown.phase, shown.upcoming]).toEqual(["b", "annotating", []]);
  });

  test("a skipped item that is offered again moves to the end of the trail", () => {
    const again = run([...open("a"), claimed("b"), skip("a"), submit("b"), claimed("a")]);
    expect([again.trail, currentItem(again), again.phase]).toEqual([["b", "a"], "a", "annotating"]);
  });

  test("a skipped item that is offered again is in hand, and its skip cannot be undone any more", () => {
    const skipped = run([...open("a"), claimed("b"), skip("a"), skip("b")]);
    const again = run([{ type: "halted", halt: { kind: "drained" } }, { type: "resumed" }, ...open("a")], skipped);
    expect([inHand(again), again.done.map(({ itemId }) => itemId), isSent(again)]).toEqual([["a"], ["b"], false]);
    expect(run([claimed("a")], again)).toBe(again);
    const ahead = run([claimed("b")], again);
    expect([inHand(ahead), ahead.done]).toEqual([["b", "a"], []]);
    const next = run([submit("a"), { type: "moved", by: -1, now: 0 }], ahead);
    expect([currentItem(next), run([claimed("b")], next).upcoming]).toEqual(["a", []]);
  });

  test("an item that was skipped is in hand while it is looked at, and not once the annotator has gone on", () => {
    const back = run([...open("a"), claimed("b"), skip("a"), { type: "moved", by: -1, now: 0 }]);
    expect([currentItem(back), run([claimed("a")], back)]).toEqual(["a", back]);
    const forth = run([{ type: "moved", by: 1, now: 0 }], back);
    expect(run([claimed("a")], forth).upcoming).toEqual(["a"]);
  });

  test("an item that comes back after submission can be claimed again; one in hand cannot", () => {
    const sent = run([...open("a"), claimed("b"), submit("a")]);
    expect(run([claimed("a")], sent).upcoming).toEqual(["a"]);
    expect(run([claimed("b")], sent)).toBe(sent);
    expect(run([claimed("a"), claimed("a")], sent).upcoming).toEqual(["a"]);
  });

  test("an item cannot be sent twice, nor while another item is shown", () => {
    const once = run([...open("a"), submit("a"), submit("a")]);
    expect(once.done.length).toBe(1);
    expect(run([...open("a"), submit("b")]).done).toEqual([]);
  });

  test("a saved item's draft is dropped, unless the item is on the desk again", () => {
    const sent = run([...open("a"), edit("a"), claimed("b"), submit("a")]);
    expect(run([settled("a")], sent).drafts).toEqual({ b: blank });
    const back = run([{ type: "moved", by: -1, now: 0 }], sent);
    expect(run([settled("a")], back).drafts).toEqual({ a: filled, b: blank });
  });
});

describe("refusals", () => {
  const ahead = run([...open("a"), edit("a"), claimed("b"), submit("a"), edit("b")]);

  test("do not interrupt the current item, and are not counted", () => {
    const after = run([refused("a")], ahead);
    expect([currentItem(after), after.phase, after.error]).toEqual(["b", "annotating", null]);
    expect([after.drafts, after.durations, after.done]).toEqual([{ b: filled }, {}, []]);
  });

  test("show the reason when the item is reopened, until its first change", () => {
    const opened = run(
      [
        refused("a"),
        { type: "reopened", itemId: "a", now: 0 },
        { type: "loaded", itemId: "a", draft: filled, error: "No.", now: 0 },
      ],
      ahead,
    );
    expect([currentItem(opened), opened.error]).toEqual(["a", "No."]);
    expect(run([edit("a")], opened).error).toBeNull();
    expect(currentItem(run([submit("a")], opened))).toBe("b");
  });
});

describe("the trail", () => {
  const trail = run([...open("a"), claimed("b"), submit("a"), edit("b"), settled("a")]);

  test("goes back and forward through visited items, and keeps drafts", () => {
    const back = run([{ type: "moved", by: -1, now: 0 }], trail);
    expect([currentItem(back), back.phase, isAtEnd(back)]).toEqual(["a", "loading", false]);
    const forth = run([{ type: "moved", by: 1, now: 0 }], back);
    expect([currentItem(forth), forth.phase, forth.drafts.b]).toEqual(["b", "annotating", filled]);
  });

  test("does not move beyond its ends", () => {
    expect(run([{ type: "moved", by: 1, now: 0 }], trail)).toBe(trail);
  });

  test("ignores an edit of an item that is not shown", () => {
    expect(run([edit("a")], trail)).toBe(trail);
  });

  test("is restored when the page reloads, at the current item", () => {
    const { done, durations, skipped } = trail;
    const sitting = { trail: trail.trail, done, durations, skipped };
    const again = run([{ type: "restored", sitting, itemId: "b", now: 7 }]);
    expect([currentItem(again), again.phase, again.done]).toEqual(["b", "loading", trail.done]);
    expect(currentItem(run([{ type: "moved", by: -1, now: 0 }], again))).toBe("a");
  });
});

test("durations are measured for submitted items, and skips are counted separately", () => {
  const state = run([...open("a", 1000), claimed("b"), submit("a", 31_000), skip("b", 32_000)]);
  expect([state.durations, state.skipped]).toEqual([{ a: 30_000 }, ["b"]]);
});

describe("undo", () => {
  const undoing: DeskAction = { type: "undoing" };
  const reopened = (itemId: string): DeskAction => ({ type: "reopened", itemId, now: 0 });
  const trail = run([...open("a"), edit("a"), claimed("b"), submit("a"), edit("b")]);

  test("offers the last action that was sent", () => {
    const two = run([claimed("c"), skip("b")], trail);
    expect(two.done).toEqual([
      { itemId: "a", mutationId: "m-a" },
      { itemId: "b", mutationId: "m-b" },
    ]);
    const one = run([undoing], two);
    expect([one.done.length, one.skipped, Object.keys(one.durations)]).toEqual([1, [], ["a"]]);
    const none = run([undoing, undoing], one);
    expect([none.done, none.durations]).toEqual([[], {}]);
  });

  test("restores the item unchanged if it was not sent yet", () => {
    const back = run([undoing, { type: "withdrawn", itemId: "a", now: 0 }], trail);
    expect([currentItem(back), back.phase, back.drafts.a]).toEqual(["a", "annotating", filled]);
    expect(currentItem(run([submit("a")], back))).toBe("b");
  });

  test("loads a sent item from the server; the current item keeps its draft and comes next", () => {
    const back = run([settled("a"), undoing, reopened("a")], trail);
    expect([currentItem(back), back.phase, back.drafts]).toEqual(["a", "loading", { b: filled }]);
    const again = run([{ type: "loaded", itemId: "a", draft: filled, error: null, now: 0 }, submit("a")], back);
    expect([currentItem(again), again.phase]).toEqual(["b", "annotating"]);
  });

  test("is offered again after it failed", () => {
    const failed = run([undoing, { type: "notUndone", done: { itemId: "a", mutationId: "m-a" } }], trail);
    expect(failed.done).toEqual(trail.done);
  });

  test("works after the last item, too", () => {
    const end = run([submit("b"), { type: "halted", halt: { kind: "drained" } }, settled("b")], trail);
    const back = run([undoing, reopened("b")], end);
    expect([currentItem(back), back.halt, back.phase]).toEqual(["b", null, "loading"]);
  });

  test("each item records whether it was edited", () => {
    expect([trail.edited, run([undoing, reopened("a")], trail).edited]).toEqual([true, false]);
  });

  test("reopens the current item", () => {
    const again = run([settled("a"), reopened("b")], trail);
    expect([currentItem(again), again.phase, again.drafts]).toEqual(["b", "loading", {}]);
  });
});
