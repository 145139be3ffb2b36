import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ItemDraft } from "@/lib/contracts/annotation/drafts";
import type { Draft } from "./draft";
import { DraftSaver, type PutAnswer } from "./draft-saver";

const draft = (itemNote: string): Draft => ({ values: {}, labelNotes: {}, itemNote, seen: {}, changed: true });
const newest: ItemDraft = { annotations: [], item_notes: "theirs", revision: 9, updated_at: "2026-05-01T10:00:00Z" };

/** A saver whose requests are answered by hand. */
function desk() {
  const sent: { note: string; revision: number | null; answer: (answer: PutAnswer) => void }[] = [];
  const saver = new DraftSaver(
    (_, { item_notes }, revision) =>
      new Promise((answer) => {
        sent.push({ note: item_notes, revision, answer });
      }),
  );
  const answer = async (body: PutAnswer) => {
    sent.at(-1)?.answer(body);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { saver, sent, answer, notes: () => sent.map((each) => each.note) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pause = () => vi.advanceTimersByTimeAsync(1000);

describe("saving", () => {
  test("combines many changes into one request, based on the last saved revision", async () => {
    const { saver, sent, answer, notes } = desk();
    for (const note of ["a", "ab", "abc"]) saver.keep("i", draft(note));
    expect(saver.keepingOf("i")).toEqual({ state: "waiting" });
    await pause();
    expect([notes(), sent[0]?.revision]).toEqual([["abc"], null]);
    await answer({ kind: "saved", revision: 5 });
    expect(saver.keepingOf("i")).toEqual({ state: "saved" });
    saver.keep("i", draft("abcd"));
    await pause();
    expect([notes(), sent[1]?.revision]).toEqual([["abc", "abcd"], 5]);
  });

  test("sends changes made during a request as soon as its answer arrives", async () => {
    const { saver, sent, answer, notes } = desk();
    saver.keep("i", draft("a"));
    await pause();
    saver.keep("i", draft("ab"));
    await pause();
    expect(notes()).toEqual(["a"]);
    await answer({ kind: "saved", revision: 5 });
    expect([notes(), sent[1]?.revision, saver.keepingOf("i").state]).toEqual([["a", "ab"], 5, "waiting"]);
  });

  test("does not send what the server already has, and sends the rest at once on leaving", () => {
    const { saver, notes } = desk();
    const opened = draft("opened");
    saver.opened("i", opened, 3);
    saver.keep("i", opened);
    saver.flush();
    expect([notes(), saver.keepingOf("i").state]).toEqual([[], "saved"]);
    saver.keep("i", draft("more"));
    saver.flush();
    expect(notes()).toEqual(["more"]);
  });
});

describe("failures and refusals", () => {
  test.each([
    [true, ["a", "a"]],
    [false, ["a"]],
  ])("reports a failure, and tries again: %s", async (again, notes) => {
    const page = desk();
    page.saver.keep("i", draft("a"));
    await pause();
    await page.answer({ kind: "failed", again });
    expect(page.saver.keepingOf("i")).toEqual({ state: "failed" });
    await vi.advanceTimersByTimeAsync(6000);
    expect(page.notes()).toEqual(notes);
  });

  test("resends a draft that may have arrived unchanged, then sends the later changes", async () => {
    const { saver, sent, answer, notes } = desk();
    saver.keep("i", draft("a"));
    await pause();
    await answer({ kind: "failed", again: true });
    saver.keep("i", draft("ab"));
    await vi.advanceTimersByTimeAsync(6000);
    expect(notes()).toEqual(["a", "a"]);
    await answer({ kind: "saved", revision: 5 });
    expect([notes(), sent[2]?.revision, saver.keepingOf("i").state]).toEqual([["a", "a", "ab"], 5, "waiting"]);
    await answer({ kind: "saved", revision: 6 });
    expect(saver.keepingOf("i")).toEqual({ state: "saved" });
  });

  test.each([null, draft("ab")])(
    "resends an unanswered draft of an earlier page; it was the whole text: %s",
    async (whole) => {
      const { saver, sent, answer, notes } = desk();
      const shown = whole ?? draft("ab");
      const unanswered = { content: { annotations: [], item_notes: whole ? "ab" : "a" }, draft: whole };
      saver.opened("i", draft("the server's"), 4, unanswered);
      saver.keep("i", shown);
      saver.flush();
      expect([notes(), sent[0]?.revision]).toEqual([[whole ? "ab" : "a"], 4]);
      await answer({ kind: "saved", revision: 5 });
      expect(notes()).toEqual(whole ? ["ab"] : ["a", "ab"]);
      saver.keep("i", draft("abc"));
      if (!whole) await answer({ kind: "saved", revision: 6 });
      saver.flush();
      expect([notes().at(-1), sent.at(-1)?.revision]).toEqual(["abc", whole ? 5 : 6]);
    },
  );

  test("does not resend a draft that was refused for good", async () => {
    const { saver, answer, notes } = desk();
    saver.keep("i", draft("a"));
    await pause();
    await answer({ kind: "failed", again: false });
    saver.keep("i", draft("ab"));
    await pause();
    expect(notes()).toEqual(["a", "ab"]);
  });

  test("sends nothing over a newer draft until the annotator agrees to overwrite it", async () => {
    const { saver, sent, answer, notes } = desk();
    saver.keep("i", draft("mine"));
    await pause();
    await answer({ kind: "outdated", newest });
    saver.keep("i", draft("mine, more"));
    await pause();
    saver.flush();
    expect([notes(), saver.keepingOf("i")]).toEqual([["mine"], { state: "outdated", newest }]);
    saver.overwrite("i");
    expect([notes(), sent[1]?.revision]).toEqual([["mine", "mine, more"], 9]);
  });
});

describe("submitting", () => {
  test("drops a waiting draft, and waits for one that is being sent", async () => {
    const { saver, answer, notes } = desk();
    saver.keep("i", draft("a"));
    await pause();
    saver.keep("i", draft("ab"));
    let settled = false;
    void saver.settle("i").then(() => {
      settled = true;
    });
    await pause();
    expect([notes(), settled]).toEqual([["a"], false]);
    await answer({ kind: "saved", revision: 5 });
    expect([notes(), settled]).toEqual([["a"], true]);
  });

  test("never resends the draft, whatever its last answer was", async () => {
    const { saver, answer, notes } = desk();
    saver.keep("i", draft("a"));
    await pause();
    void saver.settle("i");
    await answer({ kind: "failed", again: true });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(notes()).toEqual(["a"]);
    saver.keep("i", draft("taken back"));
    await pause();
    expect(notes()).toEqual(["a", "taken back"]);
  });

  test("keeps no revision", async () => {
    const { saver, sent } = desk();
    saver.opened("i", draft("opened"), 3);
    saver.submitted("i");
    saver.keep("i", draft("changed after all"));
    await pause();
    expect(sent[0]?.revision).toBeNull();
  });
});

describe("in the browser's storage", () => {
  test("keeps the draft after each change until the server has the last one", async () => {
    const here = new Map<string, string>();
    const answers: ((answer: PutAnswer) => void)[] = [];
    const saver = new DraftSaver(() => new Promise((answer) => void answers.push(answer)), {
      keep: (itemId, { item_notes }, revision) => void here.set(itemId, `${item_notes} on ${revision}`),
      drop: (itemId) => void here.delete(itemId),
    });
    saver.keep("i", draft("a"));
    expect(here.get("i")).toBe("a on null");
    await pause();
    saver.keep("i", draft("ab"));
    expect(here.get("i")).toBe("ab on null");
    answers[0]?.({ kind: "saved", revision: 5 });
    await vi.advanceTimersByTimeAsync(0);
    expect(here.get("i")).toBe("ab on 5");
    answers[1]?.({ kind: "failed", again: true });
    await vi.advanceTimersByTimeAsync(6000);
    expect(here.get("i")).toBe("ab on 5");
    answers[2]?.({ kind: "saved", revision: 6 });
    await vi.advanceTimersByTimeAsync(0);
    expect(here.size).toBe(0);
  });
});

describe("undo", () => {
  test("forgets the item, and ignores an answer that arrives late", async () => {
    const { saver, sent, answer } = desk();
    saver.opened("i", draft("opened"), 3);
    saver.keep("i", draft("a"));
    await pause();
    saver.forget("i");
    await answer({ kind: "outdated", newest: null });
    expect(saver.keepingOf("i")).toEqual({ state: "none" });
    saver.keep("i", draft("again"));
    await pause();
    expect(sent[1]?.revision).toBeNull();
  });
});
