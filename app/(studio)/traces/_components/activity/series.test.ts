import { expect, test } from "vitest";
import { stepText, tickOf } from "./series";

test("midnight is 00:00", () => {
  const midnight = { from: "2026-03-10T00:00:00.000Z" };
  expect([stepText("hour", midnight), tickOf("hour", [midnight], 0)]).toEqual(["Mar 10, 00:00 UTC", "00:00"]);
});
