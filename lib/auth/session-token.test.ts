import { afterEach, expect, test, vi } from "vitest";
import { openingSecrets } from "./session-secret";
import { readToken, writeToken } from "./session-token";

const former = "a former secret of the tests, long enough to be one";
const next = "the next secret of the tests, long enough to be one";
const claims = { sub: "0b5c7a34-9a0d-4c53-8a53-3f0b6a0a5d11", sid: "0b5c7a34-9a0d-4c53-8a53-3f0b6a0a5d12" };
afterEach(() => vi.unstubAllEnvs());

const use = (secret: string, other = "") => {
  vi.stubEnv("AUTH_SECRET", secret);
  vi.stubEnv("AUTH_SECRET_OTHER", other);
};

test("during a secret change, servers read each other's tokens; afterwards only the new secret counts", async () => {
  use(former);
  const old = await writeToken("access", claims, 60);
  use(former, next);
  expect(openingSecrets()).toEqual([former, next]);
  const meanwhile = await writeToken("access", claims, 60);
  use(next, former);
  const made = await writeToken("access", claims, 60);
  for (const token of [old, meanwhile, made]) expect(await readToken("access", token)).toMatchObject(claims);
  use(former, next);
  expect(await readToken("access", made)).toMatchObject(claims);
  use(next);
  expect(await readToken("access", made)).toMatchObject(claims);
  for (const token of [old, meanwhile]) expect(await readToken("access", token)).toBeNull();
  use(former);
  expect(await readToken("access", made)).toBeNull();
});
