import { expect, test } from "vitest";
import { passwordProblem } from "./password-strength";

const about = ["ada@harbour.example", "Ada Moreno", "Harbour Analytics"];

test.each([
  ["aaaaaaaaaa", /repeats/],
  ["          ", /repeats/],
  ["abcabcabcabc", /repeats/],
  ["ada@harbour.example", /your email/],
  ["Ada Moreno", /your name/],
  ["adamoreno1", /your name/],
  ["Moreno-2026", /your name/],
  ["Harbour Analytics", /organization's name/],
  ["harbouranalytics", /organization's name/],
  ["assay assay", /name/],
  ["password123", /very common/],
  ["Password123!", /similar to a very common/],
  ["iloveyou1984", /very common/],
  ["qwertyuiop", /very common/],
  ["asdfghjkl;'", /keyboard pattern/],
  ["abcdefghijkl", /sequence of letters/],
  ["20.11.2026", /date/],
])("%j is refused with a reason and advice", async (password, reason) => {
  const problem = await passwordProblem(password, about);
  expect(problem).toMatch(reason);
  expect(problem).toMatch(/Use a few unrelated words/);
});

test.each([
  "a long pass phrase",
  "lantern over the harbour",
  "tide tables in fog",
  "kD8$kq2Lmz",
  "harbour lights at dawn",
  "größer als das Meer",
])("%j is accepted", async (password) => {
  expect(await passwordProblem(password, about)).toBeNull();
});

test("a long email is refused as a password, and the longest passwords are judged quickly", async () => {
  const email = `${"somebody-with-a-rather-long-name".repeat(2)}@a-company-of-that-name.example`;
  expect(await passwordProblem(email, [email])).toMatch(/your email/);
  const begin = performance.now();
  for (const hostile of ["@4$0".repeat(50), "a1".repeat(100), "4@$013!5|7".repeat(20)]) await passwordProblem(hostile);
  expect(performance.now() - begin).toBeLessThan(2000);
});
