import { expect, test } from "vitest";
import { type CompanyClaims, emailOf, nameOf } from "./company-claims";

const email = "Ada@Example.com";
const domains = ["example.com"];
const accepted = { email };
const notVerified = { refusal: "CompanyEmailNotVerified" };
const foreign = { refusal: "CompanyDomain" };

test.each<[CompanyClaims, boolean, object]>([
  [{ email, email_verified: true }, false, accepted],
  [{ email, email_verified: "true" }, false, accepted],
  [{ email }, false, notVerified],
  [{ email }, true, accepted],
  [{ email, email_verified: null }, true, accepted],
  [{ email, email_verified: false }, true, notVerified],
  [{ email, email_verified: "false" }, true, notVerified],
  [{ email, email_verified: 1 }, true, notVerified],
  [{ email_verified: true }, true, notVerified],
  [{ email: ["ada@example.com"], email_verified: true }, true, notVerified],
  [{ email: "ada", email_verified: true }, true, notVerified],
  [{ email: "ada@evil.test@example.com", email_verified: true }, true, notVerified],
  [{ email: `${"a".repeat(250)}@example.com`, email_verified: true }, true, notVerified],
  [{ email: "a\0da@example.com", email_verified: true }, true, notVerified],
  [{ email: "ada\u202e@example.com", email_verified: true }, true, notVerified],
  [{ email: "ada@elsewhere.com", email_verified: true }, false, foreign],
  [{ email: "ada@sub.example.com", email_verified: true }, false, foreign],
  [{ email: "ada@example.com.evil.test", email_verified: true }, false, foreign],
])("%j, trusted: %j", (claims, trustsEmails, outcome) => {
  expect(emailOf(claims, { trustsEmails, domains })).toEqual(outcome);
});

test.each([
  ["Ada Moreno", "Ada Moreno"],
  [" Ada\nMoreno\0 ", "Ada Moreno"],
  ["x".repeat(300), "x".repeat(255)],
  [`${"x".repeat(254)}😀😀`, `${"x".repeat(254)}😀`],
  ["", email],
  [" \0 ", email],
  [undefined, email],
  [5, email],
])("a person whose provider calls them %j is called %j", (name, expected) => {
  expect(nameOf(name, email)).toBe(expected);
});
