import { expect, test } from "vitest";
import { includesText } from "@/lib/bounds/normal-form";
import { allPages, morePages, wordsFor } from "./pages";

const found = (text: string) =>
  [...allPages.map((page) => ({ ...page, hint: "" })), ...morePages].filter(({ label, hint, href }) =>
    [label, hint, wordsFor(href)].some((words) => includesText(words, text)),
  );

test.each([
  "guardrails",
  "provider",
  "experiment",
  "calibration",
  "spend",
  "webhooks",
  "budget",
  "judge",
  "sso",
  "team",
  "organization",
])("the palette finds a page for %s", (text) => expect(found(text)).not.toEqual([]));

test("no page is listed twice", () => {
  const addresses = [...allPages, ...morePages].map(({ href }) => href);
  expect(new Set(addresses).size).toBe(addresses.length);
});
