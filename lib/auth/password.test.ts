import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password";

test("a hash names its cost, is salted, and does not contain the password", async () => {
  const [first, second] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
  expect(first).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(first).not.toBe(second);
  expect(first).not.toContain("correct horse");
});

test("only the exact password verifies, in any Unicode form", async () => {
  const hash = await hashPassword("Caf\u00e9 au lait");
  const cases: [string, boolean][] = [
    ["Caf\u00e9 au lait", true],
    ["Cafe\u0301 au lait", true],
    ["caf\u00e9 au lait", false],
    ["Caf\u00e9 au lait ", false],
    ["", false],
  ];
  for (const [password, expected] of cases) expect(await verifyPassword(password, hash), password).toBe(expected);
});

test("a hash with another cost still verifies", async () => {
  // The test vector of RFC 7914, section 12: P="pleaseletmein", S="SodiumChloride", N=16384, r=8, p=1.
  const hash =
    "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$" +
    Buffer.from(
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887",
      "hex",
    )
      .toString("base64")
      .replaceAll("=", "");
  expect(await verifyPassword("pleaseletmein", hash)).toBe(true);
  expect(await verifyPassword("pleaseletmeout", hash)).toBe(false);
});

test.each([[null], [""], ["plain text"], ["$scrypt$ln=15,r=8,p=3$$"]])(
  "no password verifies against %s",
  async (stored) => {
    expect(await verifyPassword("", stored)).toBe(false);
    expect(await verifyPassword("plain text", stored)).toBe(false);
  },
);
