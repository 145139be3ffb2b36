import { afterEach, expect, test, vi } from "vitest";
import { note, print, printJson } from "./terminal";

afterEach(() => vi.restoreAllMocks());

/** What is written to a stream while this works. */
async function written(stream: "stdout" | "stderr", work: () => unknown): Promise<string> {
  const texts: string[] = [];
  vi.spyOn(process[stream], "write").mockImplementation((text, ...rest: unknown[]) => {
    texts.push(String(text));
    const done = rest.at(-1);
    if (typeof done === "function") done();
    return true;
  });
  await work();
  return texts.join("");
}

const HOSTILE = "a\u001b]0;owned\u0007\u001b[2Jb\u009b2J\r\tc\n";
const HARMLESS = "a\ufffd]0;owned\ufffd\ufffd[2Jb\ufffd2J\ufffd\tc\n";

test("texts of strangers cannot steer the terminal", async () => {
  expect(await written("stdout", () => print(HOSTILE))).toBe(HARMLESS);
  expect(await written("stderr", () => note(HOSTILE))).toBe(`${HARMLESS}\n`);
});

test("values for programs stay whole, with control characters escaped", async () => {
  const text = await written("stdout", () => printJson({ a: HOSTILE }));
  expect(text).toMatch(/^[^\p{Cc}]*\n$/u);
  expect(JSON.parse(text)).toEqual({ a: HOSTILE });
});
