import { expect, test } from "vitest";
import { allowedMethods, wrongMethod } from "./wrong-method";

test.each([
  ["/-/keys", "GET, HEAD, POST"],
  ["/-/keys/some-id", "DELETE, GET, HEAD, PATCH, PUT"],
  ["/-/orgs/some-id/config/versions/3/activate", "POST"],
])("%s allows %s", (path, methods) => {
  expect(allowedMethods(path)).toBe(methods);
});

test("the refusal names the method and the allowed ones", () => {
  expect(wrongMethod("POST", "/-/keys/some-id")).toMatchObject({
    code: "method_not_allowed",
    message: "/-/keys/some-id does not take POST.",
    detail: { headers: { allow: "DELETE, GET, HEAD, PATCH, PUT" } },
  });
});
