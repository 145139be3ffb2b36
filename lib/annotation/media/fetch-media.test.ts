import { expect, test, vi } from "vitest";
import { providerPool } from "@/lib/gateway/providers/pool";
import type { ProviderReply, Send } from "@/lib/gateway/providers/provider";
import { byteStream } from "@/lib/http/byte-stream";
import { fetchMedia, isAllowed } from "./fetch-media";

const answer = (status: number, headers: Record<string, string> = {}, body = ""): ProviderReply => ({
  status,
  headers,
  body,
});
const png = { "content-type": "image/png" };

/** A web of a few files. */
const send = vi.fn<Send>(async ({ url }) => {
  const files: Record<string, ProviderReply> = {
    "/a.png": answer(200, png, "picture"),
    "/a.mp3": answer(200, { "content-type": "audio/mp3; charset=binary" }, "sound"),
    "/a.mp4": answer(200, { "content-type": "video/mp4" }, "film"),
    "/page": answer(200, { "content-type": "text/html" }, "<script>"),
    "/svg": answer(200, { "content-type": "image/svg+xml" }, "<svg>"),
    "/untyped": answer(200, {}, "?"),
    "/huge": answer(200, { ...png, "content-length": String(64 * 1024 * 1024) }),
    "/long": answer(200, png, "x".repeat(33 * 1024 * 1024)),
    "/moved": answer(302, { location: "/a.png" }),
    "/out": answer(302, { location: "https://elsewhere.example/a.png" }),
    "/round": answer(302, { location: "/round" }),
  };
  return files[url.pathname] ?? answer(404);
});

const load = async (path: string, allowed = ["files.example"]) => {
  const { type, bytes } = await fetchMedia(send, new URL(path, "https://files.example"), allowed);
  return { type, text: await new Response(byteStream(bytes)).text() };
};

test("files from an allowed host are read, and named by their type", async () => {
  expect(await load("/a.png")).toEqual({ type: "image/png", text: "picture" });
  expect(await load("/a.mp3")).toEqual({ type: "audio/mpeg", text: "sound" });
  expect(await load("/a.mp4")).toEqual({ type: "video/mp4", text: "film" });
  expect(await load("/moved")).toEqual({ type: "image/png", text: "picture" });
});

test.each([
  ["/page", "sent text/html, not an image, audio, video or PDF"],
  ["/svg", "sent image/svg+xml"],
  ["/untyped", "sent a file without a type"],
  ["/huge", "sent more than 32 MB"],
  ["/gone", "answered with status 404"],
  ["/round", "redirects too often"],
])("%s is refused", async (path, why) => {
  await expect(load(path)).rejects.toMatchObject({ kind: "unavailable", message: expect.stringContaining(why) });
});

test("a file longer than announced is not read to its end", async () => {
  await expect(load("/long")).rejects.toThrow("size limit");
});

test("a host that is not allowed is never contacted, not even by a redirect", async () => {
  send.mockClear();
  await expect(load("/a.png", [])).rejects.toMatchObject({ kind: "forbidden" });
  expect(send).not.toHaveBeenCalled();
  await expect(load("/out")).rejects.toMatchObject({ kind: "forbidden" });
  expect(send).toHaveBeenCalledTimes(1);
});

test.each(["http://127.0.0.1/a.png", "http://169.254.169.254/latest", "http://files.internal/a.png"])(
  "%s stays out of reach, even if it is allowed",
  async (address) => {
    const { hostname } = new URL(address);
    const pool = providerPool();
    const loading = fetchMedia(pool.send, new URL(address), [hostname]);
    await expect(loading).rejects.toMatchObject({ kind: "forbidden", message: expect.stringContaining("private") });
  },
);

test.each([
  ["cdn.example.com", ["cdn.example.com"], true],
  ["cdn.example.com", ["*.example.com"], true],
  ["example.com", ["*.example.com"], false],
  ["badexample.com", ["*.example.com"], false],
  ["cdn.example.com.evil.test", ["cdn.example.com"], false],
])("%s is matched against %j", (host, allowed, is) => expect(isAllowed(host, allowed)).toBe(is));
