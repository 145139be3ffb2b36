import { expect, test } from "vitest";
import { listsHost } from "./host-list";

test.each([
  ["api.openai.com", "https://api.openai.com/v1", true],
  ["api.openai.com", "https://api.openai.com:8443/v1", true],
  ["api.openai.com:443", "https://api.openai.com/v1", true],
  ["api.openai.com:443", "http://api.openai.com/v1", false],
  ["api.openai.com:8443", "https://api.openai.com/v1", false],
  ["*.openai.com", "https://api.openai.com/v1", true],
  ["*.openai.com:443", "https://eu.api.openai.com/v1", true],
  ["*.openai.com", "https://openai.com/v1", false],
  ["*.openai.com", "https://notopenai.com/v1", false],
  ["openai.com", "https://api.openai.com/v1", false],
  ["api.openai.com", "https://api.openai.com.evil.test/v1", false],
  ["api.openai.com", "https://api.openai.com@evil.test/v1", false],
  ["[2001:db8::1]:8080", "http://[2001:db8::1]:8080/", true],
  ["[2001:db8::1]", "http://[2001:db8::1]/", true],
])("%s allows %s: %s", (entry, address, expected) => {
  expect(listsHost(["other.test", entry], new URL(address))).toBe(expected);
});
