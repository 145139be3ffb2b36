import type { ProviderSettings } from "../../settings";

/** Built in, needs no key. Any other name after `sandbox/` answers as `chat` does. */
export const sandboxSettings: ProviderSettings = {
  kind: "sandbox",
  name: "sandbox",
  models: ["chat", "echo", "judge", "structured", "slow", "plain", "error-500", "cut", "hang"],
};
