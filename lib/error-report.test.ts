import { expect, test, vi } from "vitest";
import { describeError, logIgnored } from "./error-report";

test("a database error shows its code and location, but never its row", () => {
  const driver = Object.assign(new Error('duplicate key value: "secret@example.test"'), { code: "23505" });
  const failed = new Error("Failed query: insert into users\nparams: secret@example.test", { cause: driver });
  const text = describeError(failed);
  expect(text).toContain("database error 23505");
  expect(text).toContain("error-report.test.ts");
  expect(text).not.toContain("secret");
  expect(text).not.toContain("insert");
});

test("a statement that never reached the database is not shown, either", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
  const failed = new Error("Failed query: select secret", { cause: refused });
  expect(describeError(failed)).toMatch(/^Error: database error ECONNREFUSED\n/);
  expect(describeError(new Error("Failed query: select secret"))).toMatch(/^Error: database error\n/);
});

test("Node's errors are not reported as database errors", () => {
  const pipe = Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" });
  expect(describeError(pipe)).toMatch(/^Error: write EPIPE\n/);
  const home = Object.assign(new Error("A system error occurred: uv_os_homedir returned ENOENT"), {
    code: "ERR_SYSTEM_ERROR",
  });
  expect(describeError(home)).toMatch(/^Error: .* returned ENOENT \(ERR_SYSTEM_ERROR\)\n/);
  const fetched = new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ENOTFOUND" }) });
  expect(describeError(fetched)).toMatch(/^TypeError: fetch failed \(ENOTFOUND\)\n/);
});

test("other errors keep their message", () => {
  expect(describeError(new TypeError("no such thing"))).toMatch(/^TypeError: no such thing\n\s+at /);
  expect(describeError("text")).toBe("Something that is not an Error was thrown.");
});

test("ignored failures of the same kind are logged once a minute", () => {
  const warn = vi.spyOn(console, "error").mockReturnValue(undefined);
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000_000);
  try {
    for (const work of ["close a test", "close a test", "open a test"]) logIgnored(work)(new Error("because"));
    now.mockReturnValue(1_060_000);
    logIgnored("close a test")(new Error("again"));
    expect(warn.mock.calls.map(([line]) => String(line).split("\n", 1)[0])).toEqual([
      "Could not close a test. Error: because",
      "Could not open a test. Error: because",
      "Could not close a test. Error: again",
    ]);
  } finally {
    warn.mockRestore();
    now.mockRestore();
  }
});
