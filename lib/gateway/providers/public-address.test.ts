import { expect, test } from "vitest";
import { isPrivateHost, isPublicAddress } from "./public-address";

const hostOf = (host: string): string => new URL(`http://${host}/`).hostname;

test.each([
  // IPv4, however it is written.
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "2130706433",
  "0177.0.0.1",
  "0x7f.1",
  "0x7f000001",
  "0",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.0.1",
  "169.254.169.254",
  "168.63.129.16",
  "[::ffff:168.63.129.16]",
  "100.64.0.1",
  "0.0.0.0",
  "198.18.0.1",
  "192.88.99.1",
  "224.0.0.1",
  "255.255.255.255",
  // IPv6, and IPv4 in it: compatible, mapped, translated, NAT64, 6to4, Teredo.
  "[::]",
  "[::1]",
  "[::127.0.0.1]",
  "[::7f00:1]",
  "[::a9fe:a9fe]",
  "[::8.8.8.8]",
  "[::ffff:127.0.0.1]",
  "[::ffff:a9fe:a9fe]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2001:0:7f00:1::]",
  "[fe80::1]",
  "[fec0::1]",
  "[fc00::1]",
  "[ff02::1]",
  "[2001:db8::1]",
  // No network of the public internet has these yet.
  "[::1:0:0:0:1]",
  "[4000::1]",
  // Names.
  "localhost",
  "localhost.",
  "LOCALHOST",
  "db",
  "db.internal",
  "metadata.google.internal.",
])("%s is private", (host) => {
  expect(isPrivateHost(hostOf(host))).toBe(true);
});

test.each(["8.8.8.8", "134744072", "[2606:4700:4700::1111]", "[2a00:1450::1]", "example.com", "example.com."])(
  "%s is public",
  (host) => {
    expect(isPrivateHost(hostOf(host))).toBe(false);
  },
);

test.each(["::127.0.0.1", "::7f00:1", "::ffff:10.0.0.1", "fe80::1%eth0", "not an address"])(
  "%s, as the target of a name, is not public",
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);
