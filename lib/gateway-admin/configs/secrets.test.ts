import { expect, test } from "vitest";
import { organizationLevel } from "../settings/levels";
import type { Config } from "../settings/section";
import { keepMasked } from "./secrets";

const KEY = "sk-proj-0123456789-secret-abcd";
const MASK = "sk-proj-****abcd";
const openai = { base_url: "https://api.openai.com/v1", api_format: "openai", api_key: MASK };
const hook = (url: string, token: string) => ({
  type: "webhook",
  name: "Hook",
  config: { url, headers: { authorization: token } },
});
const first = hook("https://one.test", "a token of the first webhook");
const second = hook("https://two.test", "a token of the second webhook");
const shown = (rule: typeof first, token: string) => hook(rule.config.url, token);

const providers = (entries: object): Config => ({ providers: entries });
const rules = (...list: object[]): Config => ({ guardrails: { rules: list } });

test.each<[string, Config, Config, Config]>([
  ["in its place", providers({ openai: { api_key: KEY } }), providers({ openai: { api_key: MASK } }), {}],
  ["under another name of its provider", providers({ openai: { api_key: KEY } }), providers({ mine: openai }), {}],
  [
    "in a rule that stands elsewhere now",
    rules(first, second),
    rules(shown(second, "a token ****hook"), shown(first, "a token ****hook")),
    rules(second, first),
  ],
])("a masked secret is kept %s", async (_case, current, next, expected) => {
  const kept = await keepMasked(organizationLevel, next, current);
  if (Object.keys(expected).length > 0) expect(kept).toEqual(expected);
  else expect(JSON.stringify(kept)).toBe(JSON.stringify(next).replace(MASK, KEY));
});

const OTHER = "sk-proj-9876543210-secret-abcd";
test.each<[string, Config, Config, RegExp]>([
  [
    "another name, which leads to another address",
    providers({ groq: { api_key: KEY } }),
    providers({ mine: openai }),
    /its address has changed/,
  ],
  [
    "another address under the same name",
    providers({ openai: { api_key: KEY } }),
    providers({ openai: { ...openai, base_url: "https://elsewhere.test" } }),
    /its address has changed/,
  ],
  [
    "two that look alike",
    providers({ openai: { api_key: KEY }, twin: { ...openai, api_key: OTHER } }),
    providers({ mine: openai }),
    /several stored secrets match/,
  ],
  ["none", providers({}), providers({ mine: openai }), /no stored secret matches/],
])("a masked secret is refused if there is %s", async (_case, current, next, message) => {
  await expect(keepMasked(organizationLevel, next, current)).rejects.toThrow(message);
});
