import { expect, test } from "vitest";
import { claimsAhead, mayClaimAhead } from "./claim-ahead";

test.each([
  ["one item ahead of the one at hand, however little is left", { reserved: 1, free: 1 }, true],
  ["no second one of the last few", { reserved: 2, free: 7 }, false],
  ["a second one where eight are free", { reserved: 2, free: 8 }, true],
  ["five where twenty are free", { reserved: 5, free: 20 }, true],
  ["not six of them", { reserved: 6, free: 20 }, false],
  ["a quarter of those that are free", { reserved: 11, free: 40 }, false],
  ["a day's work of many", { reserved: 500, free: 2000 }, true],
  ["no more than that", { reserved: 501, free: 100_000 }, false],
  ["none held yet", { reserved: 0, free: 0 }, true],
])("%s", (_, share, may) => expect(mayClaimAhead(share)).toBe(may));

test.each([
  ["as many as are asked for", { reserved: 1, free: 400 }, 20, 20],
  ["a quarter of what is free, also by what this request takes", { reserved: 0, free: 20 }, 20, 5],
  ["none beyond the share", { reserved: 6, free: 20 }, 20, 0],
  ["the last of a day's work", { reserved: 498, free: 100_000 }, 20, 3],
])("one request claims %s", (_, share, count, claims) => expect(claimsAhead(share, count)).toBe(claims));
