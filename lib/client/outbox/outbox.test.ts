import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CallError } from "../call-error";
import type { Entry } from "./entry";
import { Outbox } from "./outbox";
import { MemoryOutboxStore } from "./outbox-store";

const owner = { userId: "u", organizationId: "o" };
const entry = (name: string, itemId = name): Entry => ({
  mutationId: name,
  queueId: "q",
  itemId,
  title: name,
  act: { kind: "submit", annotations: [], item_notes: "" },
  at: 0,
});
const away = new CallError(0, "unreachable", "The server could not be reached.");
const refusal = new CallError(409, "item_reserved", "Others have it.");

/** Tabs that share one store; `answer` says what the server does with each entry. */
function browser() {
  const store = new MemoryOutboxStore();
  const sent: string[] = [];
  let answer: (name: string) => void = () => undefined;
  let lock = Promise.resolve();
  const tabs: Outbox[] = [];
  const tab = (of = owner) => {
    const outbox: Outbox = new Outbox(of, {
      store: Promise.resolve(store),
      deliver: async ({ mutationId }) => {
        await new Promise((resume) => setTimeout(resume, 10));
        sent.push(mutationId);
        answer(mutationId);
      },
      alone: (_, task) => {
        lock = lock.then(task);
        return lock;
      },
      announce: () => {
        for (const other of tabs) if (other !== outbox) void other.refresh();
      },
    });
    tabs.push(outbox);
    return outbox;
  };
  return {
    tab,
    sent,
    store,
    serverDoes: (does: (name: string) => void) => {
      answer = does;
    },
  };
}
const fails = (error: CallError) => () => {
  throw error;
};
const waiting = (outbox: Outbox) => outbox.read().entries.map((each) => each.mutationId);
const settle = (ms = 200) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("sending", () => {
  test("goes in order, one entry after another, and leaves none behind", async () => {
    const { tab, sent } = browser();
    const outbox = tab();
    for (const name of ["a", "b", "c"]) void outbox.add(entry(name));
    expect(waiting(outbox)).toEqual(["a", "b", "c"]);
    await settle();
    expect([sent, waiting(outbox)]).toEqual([["a", "b", "c"], []]);
    expect(outbox.read().caughtUp).toEqual([]);
  });

  test("waits for the server, then continues in order and reports how many it sent", async () => {
    const { tab, sent, serverDoes } = browser();
    serverDoes(fails(away));
    const outbox = tab();
    void outbox.add(entry("a"));
    void outbox.add(entry("b"));
    await settle(5000);
    expect(new Set(sent)).toEqual(new Set(["a"]));
    expect([outbox.read().server, waiting(outbox)]).toEqual(["away", ["a", "b"]]);
    sent.length = 0;
    serverDoes(() => undefined);
    await settle(30_000);
    expect([sent, waiting(outbox), outbox.read().server]).toEqual([["a", "b"], [], "there"]);
  });

  test("waits for a request that must arrive first", async () => {
    const { tab, sent } = browser();
    const outbox = tab();
    let over: () => void = vi.fn();
    const before = new Promise<void>((resume) => {
      over = resume;
    });
    void outbox.add(entry("a"), before);
    await settle();
    expect(sent).toEqual([]);
    over();
    await settle();
    expect(sent).toEqual(["a"]);
  });

  test("is tried again as soon as the browser is online", async () => {
    const { tab, sent, serverDoes } = browser();
    serverDoes(fails(away));
    const outbox = tab();
    void outbox.add(entry("a"));
    await settle(20_000);
    serverDoes(() => undefined);
    sent.length = 0;
    outbox.noticed("there");
    await settle(50);
    expect([sent, outbox.read().caughtUp.length]).toEqual([["a"], 1]);
    await settle(10_000);
    expect(outbox.read().caughtUp).toEqual([]);
  });

  test("includes entries that an earlier page left", async () => {
    const { tab, sent, store } = browser();
    await store.add("u o", entry("a"));
    const outbox = tab();
    await Promise.all([outbox.start(), settle()]);
    expect([sent, outbox.read().caughtUp.length]).toEqual([["a"], 1]);
  });

  test("leaves out entries of another person on the same machine", async () => {
    const { tab, sent, store } = browser();
    await store.add("u o", entry("a"));
    const other = tab({ userId: "v", organizationId: "o" });
    await Promise.all([other.start(), settle()]);
    expect([sent, waiting(other)]).toEqual([[], []]);
  });

  test("stops when the session is over, and keeps all entries", async () => {
    const { tab, serverDoes } = browser();
    serverDoes(fails(new CallError(401, "unauthenticated", "Sign in.")));
    const outbox = tab();
    void outbox.add(entry("a"));
    await settle(5000);
    expect([outbox.read().server, waiting(outbox)]).toEqual(["signedOut", ["a"]]);
  });
});

describe("two tabs", () => {
  test("send each entry once, whichever tab added it", async () => {
    const { tab, sent } = browser();
    const [one, two] = [tab(), tab()];
    for (const name of ["a", "c"]) void one.add(entry(name));
    for (const name of ["b", "d"]) void two.add(entry(name));
    await settle(5000);
    expect(sent.toSorted()).toEqual(["a", "b", "c", "d"]);
    expect([waiting(one), waiting(two)]).toEqual([[], []]);
  });
});

describe("refusals", () => {
  const refusing = (name: string) => {
    if (name === "a") throw refusal;
  };

  test("block nothing, and stay until they are discarded", async () => {
    const { tab, sent, serverDoes } = browser();
    serverDoes(refusing);
    const outbox = tab();
    void outbox.add(entry("a"));
    void outbox.add(entry("b"));
    await settle(60_000);
    expect(sent).toEqual(["a", "b"]);
    const [kept] = outbox.read().entries;
    expect(kept?.refusal).toBe("Others have it.");
    await Promise.all([outbox.discard(kept?.order ?? 0), settle()]);
    expect(waiting(outbox)).toEqual([]);
  });

  test("end when the item is submitted again", async () => {
    const { tab, serverDoes } = browser();
    serverDoes(refusing);
    const outbox = tab();
    void outbox.add(entry("a", "item"));
    await settle();
    void outbox.add(entry("a2", "item"));
    await settle();
    expect(waiting(outbox)).toEqual([]);
  });
});

describe("withdrawing", () => {
  test("removes an entry that was never tried, but not one that may have arrived", async () => {
    const { tab, sent, serverDoes } = browser();
    serverDoes(fails(away));
    const outbox = tab();
    void outbox.add(entry("a"));
    void outbox.add(entry("b"));
    await settle(500);
    const answers = Promise.all([outbox.withdraw("b"), outbox.withdraw("a"), outbox.withdraw("never")]);
    await settle(500);
    expect(await answers).toEqual([true, false, false]);
    serverDoes(() => undefined);
    await settle(60_000);
    expect(sent).not.toContain("b");
  });
});
