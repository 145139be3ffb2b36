import { expect, test } from "vitest";
import { readAddress, sharedAddress } from "./address";

const plain = "postgres://me:p%40ss@db.example.com:6432/assay?sslmode=require";

test("an address that does not mention a pooler is unchanged", () => {
  expect(readAddress(plain)).toEqual({ url: plain, isShared: undefined });
});

test.each([
  ["pgbouncer=true", true],
  ["pgbouncer=false", false],
] as const)("%s is read, and removed from the address for the server", (parameter, isShared) => {
  expect(readAddress(`${plain}&${parameter}`)).toEqual({ url: plain, isShared });
});

test("any address can be changed to say that sessions are shared", () => {
  for (const url of [plain, sharedAddress(plain), `${plain}&pgbouncer=false`])
    expect(readAddress(sharedAddress(url))).toEqual({ url: plain, isShared: true });
});
