import { expect, test } from "vitest";
import { excerptOfWords } from "./excerpt";

test.each([
  ["short enough", 12, "short enough"],
  ["No model, or map turing_large.", 24, "No model, or map…"],
  ["No model, or map turing_large.", 17, "No model, or map…"],
  ["No model, or map turing_large.", 16, "No model, or…"],
  ["https://a-very-long-address.example and more", 20, "https://a-very-long…"],
])("%s, in %i characters: %s", (text, most, cut) => {
  expect(excerptOfWords(text, most)).toBe(cut);
  expect(cut.length).toBeLessThanOrEqual(most);
});
