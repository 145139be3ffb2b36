import { describe, expect, test } from "vitest";
import { createAgentDefinition } from "@/lib/contracts/simulation/agents";
import { type Agent, bodyOf, emptyAgent, formOfAgent, reaches, reachOf, withAssistant } from "./agent-form";

const text = { ...emptyAgent, name: "Desk", url: "https://agent.example.com/v1", model: "sandbox/echo" };
const voice = { ...emptyAgent, type: "voice" as const, name: "Line", contactNumber: "+4930123456" };

describe("the request for an agent", () => {
  test.each(reaches)("with target %s is valid, and survives a round trip through the form", (reach) => {
    const sent = createAgentDefinition.body.parse(bodyOf({ ...text, reach }));
    expect(reachOf({ target: sent.target ?? null })).toBe(reach);
    expect(sent).not.toHaveProperty("provider");
    expect(sent).not.toHaveProperty("api_key");
  });

  test("by phone has the fields for calls, and no target", () => {
    const sent = createAgentDefinition.body.parse(bodyOf({ ...voice, apiKey: " key ", message: " Second " }));
    expect(sent).toMatchObject({
      provider: "vapi",
      api_key: "key",
      languages: ["en"],
      commit_message: "Second",
      assistant_id: null,
    });
    expect(sent).not.toHaveProperty("target");
    expect(sent).not.toHaveProperty("livekit_url");
  });

  test("in LiveKit rooms sends its URL and keys, and survives a round trip through the form", () => {
    const rooms = {
      ...voice,
      provider: "livekit",
      opening: "agent",
      roomUrl: "wss://r.example.com",
      roomKey: "k",
    } as const;
    const sent = createAgentDefinition.body.parse(bodyOf({ ...rooms, language: "de", furtherLanguages: ["en", "de"] }));
    expect(sent).toMatchObject({
      target_speaks_first: true,
      livekit_url: "wss://r.example.com",
      livekit_api_key: "k",
      languages: ["de", "en"],
    });
    expect(sent).not.toHaveProperty("livekit_api_secret");
    const form = formOfAgent({ ...sent, target: null, country_code: null } as unknown as Agent); // safe because the form reads no more of it
    expect(form).toMatchObject({
      opening: "agent",
      roomUrl: "wss://r.example.com",
      roomKey: "",
      furtherLanguages: ["en"],
    });
  });
});

test("the form hides a stored key, and saving without a new one keeps it", () => {
  const agent = {
    agent_type: "text",
    agent_name: "Desk",
    description: "Answers.",
    target: { type: "chat_completions", url: "https://agent.example.com/v1", model: "m", timeout_seconds: 9 },
    api_key: "sk-l...6789",
    languages: ["de"],
  } as unknown as Agent; // safe because the form reads no more of it
  const form = formOfAgent(agent);
  expect(form).toMatchObject({
    reach: "chat_completions",
    url: "https://agent.example.com/v1",
    model: "m",
    timeout: 9,
    apiKey: "",
    language: "de",
  });
  expect(bodyOf(form)).not.toHaveProperty("api_key");
});

test.each([
  ["fills in what is blank", {}, {}, ["Parcel desk", "You answer.", "Imported from vapi"]],
  ["keeps a name and a reason", { name: "Line", message: "Shorter" }, {}, ["Line", "You answer.", "Shorter"]],
  ["replaces a description", { description: "Old." }, {}, ["Parcel desk", "You answer.", "Imported from vapi"]],
  [
    "keeps it where there is no prompt",
    { description: "Old." },
    { prompt: "" },
    ["Parcel desk", "Old.", "Imported from vapi"],
  ],
])("an imported assistant %s", (_, form, assistant, [name, description, message]) => {
  const read = { name: "Parcel desk", prompt: "You answer.", commit_message: "Imported from vapi", ...assistant };
  expect(withAssistant({ ...emptyAgent, ...form }, read)).toEqual({ name, description, message });
});
