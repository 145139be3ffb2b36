import { expect, test } from "vitest";
import { readAddress, sharedAddress } from "./address";

const plain = "postgres://me:p%40ss@db.example.com:6432/assay?sslmode=require";

test("an address that says nothing of a pooler is left as it is", () => {
  expect(readAddress(plain)).toEqual({ url: plain, isShared: undefined });
});

test.each([
  ["pgbouncer=true", true],
  ["pgbouncer=false", false],
] as const)("%s is read, and the server does not see it", (parameter, isShared) => {
  expect(readAddress(`${plain}&${parameter}`)).toEqual({ url: plain, isShared });
});

test("an address can be made to say that sessions are shared, whatever it said", () => {
  for (const url of [plain, sharedAddress(plain), `${plain}&pgbouncer=false`])
    expect(readAddress(sharedAddress(url))).toEqual({ url: plain, isShared: true });
});
