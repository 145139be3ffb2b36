import { expect, test } from "vitest";
import { defaultSignUp, signUpRefusal } from "./sign-up";

const domains = ["acme.com", "beta.org"];

test.each([
  ["open", "ada@anywhere.test", null],
  ["invite", "ada@acme.com", "Sign-up is by invitation. Ask an Owner or Admin."],
  [domains, "ada@acme.com", null],
  [domains, "Ada@ACME.com", null],
  [domains, "ada@acme.com.evil.test", "Sign-up is open to addresses at acme.com or beta.org."],
  [domains, "ada@notacme.com", "Sign-up is open to addresses at acme.com or beta.org."],
  [domains, "acme.com@evil.test", "Sign-up is open to addresses at acme.com or beta.org."],
  [domains, '"x@acme.com"@evil.test', "Sign-up is open to addresses at acme.com or beta.org."],
] as const)("with sign-up %j, %s gets: %s", (who, email, refusal) => {
  if (refusal === null) expect(signUpRefusal(who, email)).toBeNull();
  else expect(signUpRefusal(who, email)).toContain(refusal);
});

test.each([
  ["127.0.0.1", 0, undefined, "open"],
  ["127.1.2.3", 0, undefined, "open"],
  ["localhost", 0, undefined, "open"],
  ["::1", 0, undefined, "open"],
  ["127.0.0.1", 0, "http://localhost:3000", "open"],
  ["127.0.0.1", 1, undefined, "invite"],
  ["127.0.0.1", 0, "https://assay.example.com", "invite"],
  ["0.0.0.0", 0, undefined, "invite"],
  ["::", 0, undefined, "invite"],
  ["192.168.1.4", 0, undefined, "invite"],
  ["127.0.0.1.evil.test", 0, undefined, "invite"],
] as const)("on %s behind %i proxies at %s, the default sign-up is %s", (host, proxies, url, expected) => {
  expect(defaultSignUp({ host, proxies, url })).toBe(expected);
});
