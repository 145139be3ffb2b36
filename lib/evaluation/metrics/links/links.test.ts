import { describe, expect, test, vi } from "vitest";
import { providerPool } from "@/lib/gateway/providers/pool";
import type { Send } from "@/lib/gateway/providers/provider";
import { cases, templateOf } from "../testing/cases";
import type { GuardedFetch } from "../world";
import { guardedFetch } from "./guarded-fetch";
import { linksIn } from "./index";

/** A web of a few pages. */
const fetch = vi.fn<GuardedFetch>(async ({ href }, { method, body }) => {
  const answer = (status: number, headers = {}, text = "") => ({ status, headers, body: text });
  if (method === "POST")
    return answer(href.endsWith("/broken") ? 500 : 200, {}, verdicts[new URL(href).pathname]?.(body));
  if (href === "https://ok.example/") return answer(200);
  if (href === "https://moved.example/") return answer(301, { location: "https://ok.example/" });
  if (href === "https://inward.example/") return answer(302, { location: "http://169.254.169.254/latest" });
  if (href === "https://round.example/") return answer(302, { location: "/" });
  if (href === "https://down.example/") throw new Error("ECONNREFUSED");
  return answer(404);
});
const verdicts: Record<string, (body?: string) => string> = {
  "/echo": (body = "{}") => JSON.stringify({ score: JSON.parse(body).response === "good" ? 0.5 : 0.4, reason: "told" }),
  "/word": () => '{"result": "Passed"}',
  "/pass": () => '{"pass": false}',
  "/prose": () => "fine",
  "/nothing": () => "{}",
};
const world = { fetch };

describe("links", () => {
  cases(
    "contains_valid_link",
    [
      ["valid", { text: "See https://ok.example/." }, 1],
      ["moved", { text: "(https://moved.example/)" }, 1],
      ["the first counts", { text: "https://gone.example/ https://ok.example/" }, 0],
      ["down", { text: "https://down.example/" }, 0],
      ["round and round", { text: "https://round.example/" }, 0],
      ["none", { text: "no link" }, 0],
      ["private", { text: "http://127.0.0.1:3000/health" }, /not a public address/],
      ["a cloud's own", { text: "http://metadata.google.internal/" }, /not a public address/],
      ["private by a redirect", { text: "https://inward.example/" }, /169\.254\.169\.254.* not a public address/],
    ],
    world,
  );
  cases(
    "no_invalid_links",
    [
      ["none", { text: "no link" }, 1],
      ["all valid", { text: "https://ok.example/ and https://moved.example/" }, 1],
      ["one gone", { text: "https://ok.example/ https://gone.example/" }, 0],
      ["more than are asked", { text: Array.from({ length: 21 }, (_, i) => `https://ok.example/?${i}`).join(" ") }, 0],
    ],
    world,
  );
  cases("no_invalid_links", [["no way out", { text: "https://ok.example/" }, /cannot reach other servers/]]);
  const url = (path: string) => ({ url: `https://judge.example/${path}`, headers: { Host: "x" } });
  cases(
    "api_call",
    [
      ["half passes", { response: "good" }, 1, { ...url("echo"), payload: { a: 1 } }],
      ["below fails", { response: "bad" }, 0, url("echo")],
      ["a word", { response: "x" }, 1, url("word")],
      ["a boolean", { response: "x" }, 0, url("pass")],
      ["prose", { response: "x" }, /did not answer with a JSON object/, url("prose")],
      ["nothing", { response: "x" }, /neither score nor result nor pass/, url("nothing")],
      ["a failure", { response: "x" }, /judge\.example answered 500/, url("broken")],
      ["no address", { response: "x" }, /url is needed/],
      ["no http", { response: "x" }, /begins with http/, { url: "file:///etc/passwd" }],
      ["private", { response: "x" }, /not a public address/, { url: "http://10.0.0.1/" }],
    ],
    world,
  );

  test("custom headers cannot override those of the connection", async () => {
    await templateOf("api_call").compute(
      { response: "x" },
      { ...url("word"), headers: { Host: "evil", "X-Key": "k" } },
      world,
    );
    expect(fetch.mock.lastCall?.[1].headers).toEqual({
      "x-key": "k",
      "content-type": "application/json",
      accept: "application/json",
    });
  });

  test("a link ends before punctuation that closes a sentence", () => {
    expect(linksIn("[a](https://a.example/b_c), <https://d.example>; https://a.example/b_c!")).toEqual([
      "https://a.example/b_c",
      "https://d.example",
    ]);
  });

  test.each([
    ["见 https://example.com/help。谢谢", "https://example.com/help"],
    ["（https://example.com/help）、", "https://example.com/help"],
    ["https://example.com/help！", "https://example.com/help"],
    ["https://en.example/wiki/Python_(programming_language)", "https://en.example/wiki/Python_(programming_language)"],
    ["(see https://en.example/wiki/Python_(language)).", "https://en.example/wiki/Python_(language)"],
    ["(https://example.com/help)", "https://example.com/help"],
    ["**https://example.com/a(b)**!", "https://example.com/a(b)"],
  ])("the link in %s ends at the right character", (text, link) => expect(linksIn(text)).toEqual([link]));

  test("outgoing requests are guarded, and responses are bounded", async () => {
    const signal = new AbortController().signal;
    const endless = (async function* () {
      for (;;) yield new Uint8Array(32 * 1024);
    })();
    const send = vi.fn<Send>(async () => ({ status: 200, headers: {}, body: endless }));
    await expect(guardedFetch(send)(new URL("https://a.example"), { method: "GET", signal })).rejects.toThrow(
      "too large",
    );
    expect(send.mock.lastCall?.[0]).toMatchObject({ method: "GET", isGuarded: true, body: "" });
    const pool = providerPool();
    await expect(guardedFetch(pool.send)(new URL("http://localhost:1/"), { method: "HEAD", signal })).rejects.toThrow(
      "not a public one",
    );
    await pool.close();
  });
});
