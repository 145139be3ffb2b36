import { createHmac } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { isAppCode, newTotpSecret, plainCode, STEP_SECONDS, stepOf, totpAddress } from "./totp";

/** RFC 4226 and 6238 by their text, without the library. */
function codeOf(secret: string, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", Buffer.from(Secret.fromBase32(secret).bytes))
    .update(counter)
    .digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, "0");
}

// RFC 6238, appendix B, for SHA-1: eight digits, of which an app shows the last six.
const published = [
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
] as const;
const secret = Secret.fromLatin1("12345678901234567890").base32;

test.each(published)("at %d s, the published code is accepted", (seconds, code) => {
  expect(codeOf(secret, Math.floor(seconds / STEP_SECONDS), 8)).toBe(code);
  expect(stepOf(secret, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / STEP_SECONDS));
});

test("a hundred random secrets and moments give the codes that the RFC defines", () => {
  for (let round = 0; round < 100; round += 1) {
    const random = newTotpSecret();
    const step = Math.floor(Math.random() * 100_000_000);
    const code = codeOf(random, step);
    expect(stepOf(random, code, step * STEP_SECONDS * 1000)).toBe(step);
    expect(TOTP.generate({ secret: Secret.fromBase32(random), timestamp: step * STEP_SECONDS * 1000 })).toBe(code);
  }
});

test.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])("a code %d steps from now is accepted: %s", (delta, isAccepted) => {
  const step = 55_000_000;
  const found = stepOf(secret, codeOf(secret, step + delta), (step * STEP_SECONDS + 15) * 1000);
  expect(found).toBe(isAccepted ? step + delta : null);
});

test.each(["", "12345", "1234567", "abcdef", "94287082"])("%j is not accepted as a code", (code) => {
  expect(stepOf(secret, code, 59_000)).toBeNull();
});

test("typed codes may contain spaces and dashes", () => {
  expect([plainCode(" 287 082 "), plainCode("ABCD-efgh")]).toEqual(["287082", "abcdefgh"]);
  expect([isAppCode("287082"), isAppCode("28708a"), isAppCode("2870820")]).toEqual([true, false, false]);
});

test("a secret has 160 bits, and its address for apps names the account", () => {
  expect(Secret.fromBase32(newTotpSecret()).bytes).toHaveLength(20);
  expect(totpAddress(secret, "ada@example.test")).toBe(
    `otpauth://totp/Assay:ada%40example.test?issuer=Assay&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});
