import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { targetOf } from "./target";

const at = (url: string, host = "assay.test") =>
  // Safe: no more of a message is looked at.
  targetOf({ method: "GET", url, headers: { host }, httpVersion: "1.1" } as IncomingMessage);

test.each([
  "/v1/chat/completions",
  "/v1/models/",
  "/a_b/c~d-e",
  "/",
  "//other.test/x",
  "/a/../b",
  "/a/./b/",
  "/a.b",
  "/a%2fb",
  "/a b\\c",
  "/ä",
  "/a?b=c&d",
  "/a?",
  "/a#b",
])("%s is parsed as the URL standard says", (url) => {
  for (const host of ["assay.test", "ASSAY.test:80", "assay.test:3000", "[::1]:3000", "assay.test"]) {
    const { origin, pathname, search } = new URL(`http://${host}${url}`);
    expect(at(url, host)).toEqual({ origin, path: pathname, query: search });
  }
});

test("an invalid host is refused, whatever was requested before", () => {
  for (const host of ["", "a b", "a/b", "a@b", ""]) {
    expect(at("/a", host)).toMatchObject({ status: 400 });
    expect(at("/a")).toMatchObject({ path: "/a" });
  }
});
