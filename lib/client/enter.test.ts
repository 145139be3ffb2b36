import { afterEach, expect, test, vi } from "vitest";
import { enter } from "./enter";

afterEach(() => vi.unstubAllGlobals());

test.each<[string, string, string]>([
  ["a session", "/", "/settings/profile"],
  [
    "a request for a code",
    "/sign-in?code=second_factor_required&error=CredentialsSignin",
    "/sign-in?second_factor=1&next=%2Fsettings%2Fprofile",
  ],
  ["a refusal", "/sign-in?code=credentials&error=CredentialsSignin", "/sign-in?next=%2Fsettings%2Fprofile"],
])("after %s the browser goes on", async (_, answered, address) => {
  const assign = vi.fn();
  vi.stubGlobal("location", { origin: "http://localhost:3000", assign });
  vi.stubGlobal("fetch", async (path: string) =>
    Response.json(path.endsWith("csrf") ? { csrfToken: "token" } : { url: `http://localhost:3000${answered}` }),
  );
  await enter({ email: "ada@example.test", password: "rime-vuje-muma" }, "/settings/profile");
  expect(assign.mock.calls).toEqual([[address]]);
});
