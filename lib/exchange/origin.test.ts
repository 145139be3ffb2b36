import { beforeEach, expect, test, vi } from "vitest";
import { exchangeOf } from "./web";

const site = "http://localhost:3430/model-hub/scores/?page=2";

/** The module as a server with these settings loads it: it reads them once. */
async function load(trusted?: string) {
  vi.resetModules();
  vi.stubEnv("ASSAY_TRUST_PROXY", trusted);
  return { ...(await import("./origin")), ...(await import("./same-origin")) };
}
const request = (headers: Record<string, string>) => exchangeOf(new Request(site, { headers }));

beforeEach(() => vi.unstubAllEnvs());

const addresses: [title: string, trusted: string, headers: Record<string, string>, origin: string][] = [
  [
    "no proxy: forwarded headers are anybody's",
    "false",
    { host: "a.test:3430", "x-forwarded-host": "b.test" },
    "http://a.test:3430",
  ],
  ["a host without a port stands at its scheme's own", "true", { host: "a.test" }, "http://a.test"],
  [
    "TLS before the same host",
    "true",
    { host: "a.test:3430", "x-forwarded-proto": "https", "x-forwarded-host": "app.test" },
    "https://app.test",
  ],
  ["TLS before a host that is handed on", "1", { host: "app.test", "x-forwarded-proto": "https" }, "https://app.test"],
  [
    "a public port of its own",
    "true",
    { host: "a.test:3430", "x-forwarded-proto": "https", "x-forwarded-host": "app.test:8443" },
    "https://app.test:8443",
  ],
  [
    "a port told apart",
    "true",
    { host: "app.test", "x-forwarded-proto": "https", "x-forwarded-port": "8443" },
    "https://app.test:8443",
  ],
  [
    "a port told that is the other scheme's",
    "true",
    { host: "app.test", "x-forwarded-proto": "https", "x-forwarded-port": "80" },
    "https://app.test",
  ],
  [
    "two proxies, each of which adds",
    "2",
    { host: "c", "x-forwarded-host": "evil.test, app.test, inner.test", "x-forwarded-proto": "http, https, http" },
    "https://app.test",
  ],
  ["a scheme that the web does not use", "true", { host: "app.test", "x-forwarded-proto": "ftp" }, "http://app.test"],
  ["an invalid host", "true", { host: "app.test", "x-forwarded-host": "no host at all" }, "http://app.test"],
];

test.each(addresses)("the public address: %s", async (_, trusted, headers, origin) => {
  const { requestUrl, isSameOrigin } = await load(trusted);
  expect(requestUrl(request(headers)).href).toBe(`${origin}/model-hub/scores/?page=2`);
  expect(isSameOrigin(request({ ...headers, origin }))).toBe(true);
  expect(isSameOrigin(request({ ...headers, origin: "https://elsewhere.test" }))).toBe(false);
});

const socket = { "x-assay-client-address": "192.0.2.1" };
const clients: [title: string, trusted: string, headers: Record<string, string>, address: string | null][] = [
  ["the connection's own", "false", { ...socket, "x-forwarded-for": "203.0.113.9" }, "192.0.2.1"],
  [
    "behind one proxy the last, which it wrote itself",
    "true",
    { ...socket, "x-forwarded-for": "6.6.6.6, 203.0.113.9" },
    "203.0.113.9",
  ],
  [
    "behind two the last but one",
    "2",
    { ...socket, "x-forwarded-for": "6.6.6.6, 203.0.113.9, 10.0.0.2" },
    "203.0.113.9",
  ],
  ["fewer than there are proxies", "3", { ...socket, "x-forwarded-for": "203.0.113.9, 10.0.0.2" }, "203.0.113.9"],
  ["nothing forwarded", "true", socket, "192.0.2.1"],
  ["no address, but a word", "true", { ...socket, "x-forwarded-for": "unknown" }, "192.0.2.1"],
  ["with a port", "true", { ...socket, "x-forwarded-for": "203.0.113.9:50123" }, "203.0.113.9"],
  ["an IPv4 address in IPv6's form", "false", { "x-assay-client-address": "::ffff:192.0.2.1" }, "192.0.2.1"],
  ["IPv6 counts by its network", "true", { "x-forwarded-for": "2001:db8:1:2:3:4:5:6" }, "2001:db8:1:2::/64"],
  [
    "IPv6 in another spelling, with a port",
    "true",
    { "x-forwarded-for": "[2001:DB8:1:2::9]:443" },
    "2001:db8:1:2::/64",
  ],
  ["nobody knows", "false", {}, null],
];

test.each(clients)("the client's address: %s", async (_, trusted, headers, address) => {
  const { clientAddress } = await load(trusted);
  expect(clientAddress(request(headers))).toBe(address);
});

test("on Vercel, its own header is trusted without a setting", async () => {
  vi.stubEnv("VERCEL", "1");
  const { clientAddress } = await load();
  expect(clientAddress(request({ "x-forwarded-for": "203.0.113.9" }))).toBe("203.0.113.9");
});
