import { expect, test } from "vitest";
import { completionsUrl } from "./call";

test.each([
  ["https://api.openai.com", "https://api.openai.com/v1/chat/completions"],
  ["https://api.openai.com/v1/", "https://api.openai.com/v1/chat/completions"],
  ["https://x.test/openai/v1", "https://x.test/openai/v1/chat/completions"],
  ["https://x.test/openai", "https://x.test/openai/v1/chat/completions"],
  ["https://x.test/v1beta/openai/", "https://x.test/v1beta/openai/chat/completions"],
  ["http://localhost:11434", "http://localhost:11434/v1/chat/completions"],
  ["https://x.test/inference/chat/completions", "https://x.test/inference/chat/completions"],
])("%s is asked at %s", (baseUrl, url) => {
  expect(completionsUrl(baseUrl)).toBe(url);
});
