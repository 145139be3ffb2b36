import { Inngest } from "inngest";
import { expect, test } from "vitest";
import { jobLog } from "./job-log";

function linesOf(work: (log: ReturnType<typeof jobLog>) => void): object[] {
  const lines: object[] = [];
  work(jobLog({}, (level, message, fields) => lines.push({ level, message, ...fields })));
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
  const [line, ...others] = linesOf((log) =>
    log.child({ runID: "01J", eventName: "a/b" }).error({ err: databaseError }, "Inngest step error"),
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
  expect(linesOf((log) => log.warn(...parts))).toMatchObject([{ level: "warn", ...line }]);
});

test("the SDK takes it", () => {
  expect(() => new Inngest({ id: "test", logger: jobLog() })).not.toThrow();
});
