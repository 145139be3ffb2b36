import { describe, expect, test } from "vitest";
import type { AgentSecret } from "@/lib/contracts/simulation/names";
import { strayed } from "./addresses";
import { changed, flawsOf, plainConfiguration, snapshotOf } from "./configuration";
import { isMask, masked } from "./masks";

const voice = plainConfiguration("Desk", "voice");
const text = changed(plainConfiguration("Desk", "text"), {}, new Set());
const secrets = (...names: AgentSecret[]) => new Set(names);

test.each([
  [undefined, ""],
  ["", ""],
  ["12345678901", "****"],
  ["123456789012", "1234...9012"],
  ["sk-live-0123456789", "sk-l...6789"],
])("%j is shown as %j", (secret, shown) => expect(masked(secret)).toBe(shown));

test.each([
  ["abcd...wxyz", true],
  ["****", true],
  ["********", true],
  ["***", false],
  ["abcd...wxyz1", false],
  ["sk-live-0123456789", false],
  ["", false],
])("%j is a mask: %j", (mask, expected) => expect(isMask(mask)).toBe(expected));

describe("a voice agent", () => {
  const vapi = { provider: "vapi", contact_number: "+4930123456" };
  test.each([
    ["needs a provider, and a number or an assistant", {}, [], ["provider", "contact_number"]],
    ["has all with both", vapi, [], []],
    ["needs no number with an assistant", { provider: "vapi", assistant_id: "a" }, [], []],
    ["needs no number in rooms", { provider: "livekit" }, [], []],
    ["that calls needs its account", { ...vapi, inbound: false }, [], ["api_key", "assistant_id"]],
    ["that calls has it", { ...vapi, inbound: false, assistant_id: "a" }, ["api_key"], []],
    ["that calls in rooms needs none", { provider: "livekit_bridge", inbound: false }, [], []],
    ["that is observed needs its account", { ...vapi, observability_enabled: true }, [], ["api_key", "assistant_id"]],
    ["has no target", { ...vapi, target: { type: "client" } }, [], ["target"]],
  ] as const)("%s", (_, input, has, fields) => {
    expect(Object.keys(flawsOf(changed(voice, input, secrets(...has)), secrets(...has)))).toEqual(fields);
  });

  test("with a key uses API key authentication", () => {
    expect(changed(voice, vapi, secrets("api_key")).authentication_method).toBe("api_key");
    expect(changed(voice, vapi, secrets()).authentication_method).toBeNull();
  });
});

describe("a text agent", () => {
  test("needs no voice settings, and a client drives it by default", () => {
    expect(flawsOf(text, secrets())).toEqual({});
    expect(text.target).toEqual({ type: "client" });
  });

  test("loses its target when it becomes a voice agent, and gets the default on return", () => {
    const again = changed(changed(text, { agent_type: "voice" }, secrets()), {}, secrets());
    expect(again.target).toBeNull();
    expect(changed(again, { agent_type: "text" }, secrets()).target).toEqual({ type: "client" });
  });

  test("keeps omitted fields and clears null ones", () => {
    expect(changed({ ...text, model: "m" }, { description: "new", model: null }, secrets())).toEqual({
      ...text,
      description: "new",
    });
  });
});

test("a snapshot omits empty fields", () => {
  expect(snapshotOf(text, "First")).toEqual({
    agent_name: "Desk",
    agent_type: "text",
    inbound: true,
    description: "",
    languages: ["en"],
    observability_enabled: false,
    model_details: {},
    target: { type: "client" },
    commit_message: "First",
  });
});

describe("a stored secret", () => {
  const at = (url: string | null) => ({
    ...text,
    target: { type: "chat_completions" as const, url, model: "m", timeout_seconds: 60 },
  });
  const [here, there] = ["https://here.example.com/v1", "https://there.example.com/v1"];
  test.each([
    ["goes where it went", at(here), at(`${here}/other`), ["api_key"], []],
    ["goes nowhere else", at(here), at(there), ["api_key"], ["api_key"]],
    ["goes to no first address either", text, at(here), ["api_key"], ["api_key"]],
    ["is not sent to the gateway", at(here), at(null), ["api_key"], []],
    ["is one's own when it is given again", at(here), at(there), [], []],
    [
      "of a socket stays with it",
      { ...voice, websocket_url: "wss://a.example.com" },
      { ...voice, websocket_url: "wss://b.example.com" },
      ["websocket_headers"],
      ["websocket_headers"],
    ],
  ] as const)("%s", (_, before, after, kept, refused) => {
    expect(strayed(before, after, secrets(...kept))).toEqual(refused);
  });
});
