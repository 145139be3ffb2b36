import { expect, test } from "vitest";
import { whatEnded } from "./revoked-access";

test.each([
  [{ revoked_keys: 0, revoked_invitations: [] }, {}],
  [{ revoked_invitations: ["eve@x.test"] }, { description: "Invitations revoked: eve@x.test." }],
  [
    { revoked_keys: 2, revoked_invitations: ["a@x", "b@x", "c@x", "d@x", "e@x"] },
    { description: "API keys revoked: 2. Invitations revoked: a@x, b@x, c@x and 2 more." },
  ],
])("%o", (ended, expected) => {
  expect(whatEnded(ended)).toEqual(expected);
});
