import { describe, expect, test } from "vitest";
import { currentItem, type DeskAction, type DeskState, deskReducer, emptyDesk, isAtEnd } from "./desk-state";
import type { Draft } from "./draft";

const blank: Draft = { values: {}, labelNotes: {}, itemNote: "", changed: false };
const filled: Draft = { ...blank, values: { l: { rating: 4 } }, changed: true };
const run = (actions: DeskAction[], from: DeskState = emptyDesk) => actions.reduce(deskReducer, from);
const open = (itemId: string, now = 0): DeskAction[] => [
  { type: "opened", itemId, now },
  { type: "loaded", itemId, draft: blank, now },
];
const edit = (itemId: string): DeskAction => ({ type: "edited", itemId, draft: filled });
const submit = (itemId: string, now = 0): DeskAction => ({
  type: "sent",
  itemId,
  act: "submit",
  mutationId: `m-${itemId}`,
  now,
});
const skip = (itemId: string, now = 0): DeskAction => ({ type: "sent", itemId, act: "skip", mutationId: null, now });
const claimed = (itemId: string): DeskAction => ({ type: "claimed", itemId, now: 0 });
const saved = (itemId: string, nextId: string | null): DeskAction => ({ type: "saved", itemId, nextId, now: 0 });
const refused = (itemId: string, kind: "conflict" | "paused" | null): DeskAction => ({
  type: "refused",
  itemId,
  message: "No.",
  halt: kind && { kind, message: "No." },
  now: 0,
});

describe("one item after another", () => {
  test("an item loads, then it is annotated", () => {
    const loading = run([{ type: "opened", itemId: "a", now: 5 }]);
    expect([loading.phase, currentItem(loading)]).toEqual(["loading", "a"]);
    const ready = run([{ type: "loaded", itemId: "a", draft: blank, now: 9 }], loading);
    expect([ready.phase, ready.openedAt]).toEqual(["annotating", 9]);
  });

  test("with nothing claimed ahead, a submission waits for the answer and shows the next item", () => {
    const waiting = run([...open("a"), edit("a"), submit("a")]);
    expect([waiting.phase, waiting.saving]).toEqual(["saving", [{ itemId: "a", act: "submit" }]]);
    const next = run([saved("a", "b")], waiting);
    expect([next.phase, currentItem(next), next.saving, next.drafts]).toEqual(["loading", "b", [], {}]);
  });

  test("with an item claimed ahead, the desk shows it at once and saves behind it", () => {
    const ahead = run([...open("a"), edit("a"), claimed("b"), submit("a")]);
    expect([currentItem(ahead), ahead.phase, ahead.saving.length, ahead.upcoming]).toEqual(["b", "loading", 1, null]);
    const behind = run([saved("a", "b")], ahead);
    expect([currentItem(behind), behind.saving]).toEqual(["b", []]);
  });

  test("the last item's answer without a next one ends the work", () => {
    const end = run([...open("a"), submit("a"), saved("a", null)]);
    expect([end.phase, end.halt]).toEqual(["halted", { kind: "drained" }]);
  });

  test("an item whose claim arrives while the desk waits is shown at once", () => {
    const shown = run([...open("a"), submit("a"), claimed("b")]);
    expect([currentItem(shown), shown.phase, shown.upcoming]).toEqual(["b", "loading", null]);
  });

  test("a skipped item that is offered again stands at the end of the trail", () => {
    const again = run([
      ...open("a"),
      claimed("b"),
      skip("a"),
      ...open("b").slice(1),
      submit("b"),
      saved("a", "b"),
      saved("b", "a"),
    ]);
    expect([again.trail, currentItem(again), again.phase]).toEqual([["b", "a"], "a", "loading"]);
  });

  test("the end waits until everything is saved", () => {
    const two = run([...open("a"), claimed("b"), submit("a"), ...open("b").slice(1), submit("b")]);
    expect(two.saving.length).toBe(2);
    expect(run([saved("a", "b")], two).phase).toBe("saving");
    expect(run([saved("a", "b"), saved("b", null)], two).halt).toEqual({ kind: "drained" });
  });

  test("an item is not sent twice, nor while another is shown", () => {
    const once = run([...open("a"), submit("a"), submit("a")]);
    expect(once.saving.length).toBe(1);
    expect(run([...open("a"), submit("b")]).saving).toEqual([]);
  });
});

describe("refusals", () => {
  const ahead = run([...open("a"), edit("a"), claimed("b"), submit("a"), ...open("b").slice(1), edit("b")]);

  test("a refused item comes back with everything put in, and so stays the one after it", () => {
    const back = run([refused("a", null)], ahead);
    expect([currentItem(back), back.phase, back.error]).toEqual(["a", "annotating", "No."]);
    expect(back.drafts).toEqual({ a: filled, b: filled });
    expect(back.durations).toEqual({});
  });

  test.each(["conflict", "paused"] as const)("%s halts the desk and keeps the draft", (kind) => {
    const halted = run([refused("a", kind)], ahead);
    expect([halted.phase, halted.halt?.kind, halted.drafts.a]).toEqual(["halted", kind, filled]);
  });

  test("after a refusal, sending again goes on to the item that was left", () => {
    const again = run([refused("a", null), submit("a")], ahead);
    expect([currentItem(again), again.phase]).toEqual(["b", "annotating"]);
  });

  test("editing takes the error away", () => {
    expect(run([refused("a", null), edit("a")], ahead).error).toBeNull();
  });
});

describe("the trail", () => {
  const trail = run([...open("a"), claimed("b"), submit("a"), ...open("b").slice(1), edit("b"), saved("a", "b")]);

  test("goes back to what was visited and forward again; drafts stay", () => {
    const back = run([{ type: "moved", by: -1, now: 0 }], trail);
    expect([currentItem(back), back.phase, isAtEnd(back)]).toEqual(["a", "loading", false]);
    const forth = run([{ type: "moved", by: 1, now: 0 }], back);
    expect([currentItem(forth), forth.phase, forth.drafts.b]).toEqual(["b", "annotating", filled]);
  });

  test("has no step beyond its ends", () => {
    expect(run([{ type: "moved", by: 1, now: 0 }], trail)).toBe(trail);
  });

  test("an edit that arrives for another item is dropped", () => {
    expect(run([edit("a")], trail)).toBe(trail);
  });

  test("what has been visited is not claimed ahead again", () => {
    expect(run([claimed("a")], trail).upcoming).toBeNull();
  });
});

test("durations count submitted items, and skips are counted apart", () => {
  const state = run([
    ...open("a", 1000),
    claimed("b"),
    submit("a", 31_000),
    ...open("b", 31_000).slice(1),
    skip("b", 32_000),
  ]);
  expect([state.durations, state.skipped]).toEqual([{ a: 30_000 }, ["b"]]);
});

describe("taking back", () => {
  const undoing: DeskAction = { type: "undoing" };
  const reopened = (itemId: string): DeskAction => ({ type: "reopened", itemId, now: 0 });
  const trail = run([...open("a"), claimed("b"), submit("a"), ...open("b").slice(1), edit("b"), saved("a", "b")]);

  test("what was sent last is offered, submits by their name and skips without one", () => {
    const two = run([claimed("c"), skip("b")], trail);
    expect(two.done).toEqual([
      { itemId: "a", mutationId: "m-a" },
      { itemId: "b", mutationId: null },
    ]);
    const one = run([undoing], two);
    expect([one.done.length, one.skipped, Object.keys(one.durations)]).toEqual([1, [], ["a"]]);
    const none = run([undoing, undoing], one);
    expect([none.done, none.durations]).toEqual([[], {}]);
  });

  test("the item comes back as the server has it, and the one at hand keeps its draft and is next", () => {
    const back = run([undoing, reopened("a")], trail);
    expect([currentItem(back), back.phase, back.drafts]).toEqual(["a", "loading", { b: filled }]);
    const again = run([{ type: "loaded", itemId: "a", draft: filled, now: 0 }, submit("a")], back);
    expect([currentItem(again), again.phase]).toEqual(["b", "annotating"]);
  });

  test("the end of the work is no hindrance", () => {
    const end = run([claimed("b"), submit("b"), saved("b", null)], trail);
    expect(end.halt).toEqual({ kind: "drained" });
    const back = run([undoing, reopened("b")], end);
    expect([currentItem(back), back.halt, back.phase]).toEqual(["b", null, "loading"]);
  });

  test("whether the item was edited is told anew for each that is shown", () => {
    expect([trail.edited, run([undoing, reopened("a")], trail).edited]).toEqual([true, false]);
  });

  test("what was refused is not offered", () => {
    expect(run([claimed("c"), submit("b"), refused("b", null)], trail).done).toEqual([
      { itemId: "a", mutationId: "m-a" },
    ]);
  });

  test("an item at hand can be shown anew", () => {
    const anew = run([reopened("b")], trail);
    expect([currentItem(anew), anew.phase, anew.drafts]).toEqual(["b", "loading", {}]);
  });
});
