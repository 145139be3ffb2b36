import { Inngest } from "inngest";
import { afterEach, expect, test, vi } from "vitest";
import { jobLog } from "./job-log";

vi.stubEnv("ASSAY_LOG", "json");
afterEach(() => vi.restoreAllMocks());

function linesOf(work: () => void): unknown[] {
  const lines: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((line) => lines.push(JSON.parse(line)));
  work();
  return lines;
}

/** As drizzle throws it: the message has the statement, the cause the rows. */
const databaseError = Object.assign(new Error("Failed query: insert into t"), {
  cause: Object.assign(new Error("duplicate key"), {
    name: "PostgresError",
    code: "23505",
    detail: "Key (a)=(secret)",
  }),
});

test("a step's failure is one line, without the contents of the database's error", () => {
  const [line, ...others] = linesOf(() =>
    jobLog().child({ runID: "01J", eventName: "a/b" }).error({ err: databaseError }, "Inngest step error"),
  );
  expect(others).toEqual([]);
  expect(line).toMatchObject({ level: "error", message: "A step of a job failed.", run: "01J", event: "a/b" });
  expect(JSON.stringify(line)).toContain("23505");
  expect(JSON.stringify(line)).not.toMatch(/secret|insert into/);
});

test.each<[unknown[], object]>([
  [["Something new"], { message: "Something new" }],
  [[new Error("broken"), "could not"], { message: "could not", error: expect.stringMatching(/^Error: broken/) }],
  [[{ method: "PUT" }], { message: "Inngest logged something." }],
])("%j is a line of the log", (parts, line) => {
  expect(linesOf(() => jobLog().warn(...parts))).toMatchObject([{ level: "warn", ...line }]);
});

test("the SDK takes it", () => {
  expect(() => new Inngest({ id: "test", logger: jobLog() })).not.toThrow();
});
