import { expect, test } from "vitest";
import { Backlog } from "./backlog";

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test("work over the limit is refused with a retry time until there is room", async () => {
  const backlog = new Backlog(100);
  const { opened, open } = gate();
  const first = backlog.admit(60, () => opened);
  const second = backlog.admit(40, () => opened);
  await expect(backlog.admit(1, async () => "never")).rejects.toMatchObject({
    kind: "rateLimited",
    detail: { retryAfterSeconds: 1 },
  });
  expect(backlog.read()).toEqual({ admitted: 2, admittedBytes: 100, refused: 1, waitingBytes: 100 });
  open();
  await Promise.all([first, second]);
  expect(await backlog.admit(100, async () => "done")).toBe("done");
});

test("work that arrives when the backlog is empty is done, however large", async () => {
  const backlog = new Backlog(100);
  expect(await backlog.admit(1000, async () => "done")).toBe("done");
  expect(await backlog.admit(1000, async () => "again")).toBe("again");
});

test("failed work frees its room", async () => {
  const backlog = new Backlog(100);
  await expect(backlog.admit(100, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await backlog.admit(100, async () => "done")).toBe("done");
});
