import { expect, test } from "vitest";
import { describeError } from "./error-report";

test("a database error shows its code and where it happened, never its row", () => {
  const driver = Object.assign(new Error('duplicate key value: "secret@example.test"'), { code: "23505" });
  const failed = new Error("Failed query: insert into users\nparams: secret@example.test", { cause: driver });
  const text = describeError(failed);
  expect(text).toContain("database error 23505");
  expect(text).toContain("error-report.test.ts");
  expect(text).not.toContain("secret");
  expect(text).not.toContain("insert");
});

test("other errors keep their message", () => {
  expect(describeError(new TypeError("no such thing"))).toMatch(/^TypeError: no such thing\n\s+at /);
  expect(describeError("text")).toBe("Something was thrown that is no Error.");
});
