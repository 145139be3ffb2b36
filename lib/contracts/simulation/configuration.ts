// The settings of an agent as a version stores them, without secrets.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { BLANK, exactText, givenObject, id, name } from "../shapes";
import { agentTypes, authenticationMethods, languages } from "./names";

const text = (most: number) => z.string().max(most, `At most ${most} characters.`);
const url = (protocol: RegExp, kind: string) => z.url({ protocol, error: `Must be ${kind} address.` }).max(2000);
const webUrl = url(/^https?$/, "an http or https");
/** An empty text means null. */
const orNone = <T extends z.ZodType>(value: T) =>
  z.preprocess((input) => (input === "" ? null : input), value.nullable());

const language = z.enum(languages, "Must be the two-letter code of a supported language, such as en.");
const DEFAULT_TARGET_TIMEOUT_SECONDS = 60;
/** Characters. */
export const MAX_AGENT_DESCRIPTION = 100_000;
const timeout = {
  timeout_seconds: z
    .int()
    .min(1)
    .max(300)
    .default(DEFAULT_TARGET_TIMEOUT_SECONDS)
    .meta({ description: "Time limit for a turn" }),
};

/** Where a text agent is reached, and how. */
export const target = z.discriminatedUnion("type", [
  z
    .object({ type: z.literal("client") })
    .meta({ description: "A client drives the conversation and sends the agent's answers" }),
  z
    .object({
      type: z.literal("chat_completions"),
      url: webUrl
        .nullable()
        .default(null)
        .meta({ description: "Base URL, without /chat/completions; null for the gateway" }),
      model: exactText.meta({ description: "The model to call; for the gateway, its name there" }),
      ...timeout,
    })
    .meta({ description: "An OpenAI-compatible endpoint, with api_key, or a model of the gateway" }),
  z
    .object({ type: z.literal("webhook"), url: webUrl, ...timeout })
    .meta({ description: "A server that receives each turn, signed with webhook_secret" }),
  z
    .object({
      type: z.literal("description"),
      model: exactText.meta({ description: "A model of the gateway" }),
      ...timeout,
    })
    .meta({ description: "A model that plays the agent from its description" }),
]);
export type AgentTarget = z.output<typeof target>;

/** The fields of an agent; a request body has some of them. */
export const settings = {
  agent_name: name,
  agent_type: z.enum(agentTypes, `Must be one of ${agentTypes.join(", ")}.`),
  inbound: z
    .boolean()
    .meta({ description: "Whether customers call the agent (true), or the agent calls them (false)" }),
  description: text(MAX_AGENT_DESCRIPTION).meta({
    description: "The purpose of the agent; for a text agent, also its prompt",
  }),
  provider: orNone(text(255)).meta({ description: "For a voice agent, such as vapi or retell" }),
  assistant_id: orNone(text(255)),
  authentication_method: orNone(z.enum(authenticationMethods)),
  language: orNone(language),
  languages: list(language, languages.length).min(1, "At least one language is required."),
  contact_number: orNone(z.string().regex(/^\+?\d{10,12}$/, "Must be 10 to 12 digits, with or without a leading +.")),
  country_code: orNone(text(10)),
  knowledge_base: orNone(id),
  observability_enabled: z.boolean(),
  target_speaks_first: z.boolean().nullable(),
  model: orNone(text(255)),
  model_details: givenObject,
  websocket_url: orNone(url(/^(wss?|https?)$/, "a ws or wss")),
  livekit_url: orNone(url(/^(wss?|https?)$/, "a ws or wss")),
  livekit_agent_name: orNone(text(255)),
  livekit_config_json: orNone(givenObject),
  livekit_max_concurrency: z.int().min(1).max(100).nullable(),
  target: target.nullable(),
};

/** Secrets in a request body: an empty text removes a secret, its masked value keeps the stored one. */
export const givenSecrets = {
  api_key: text(10_000).nullable(),
  livekit_api_key: text(10_000).nullable(),
  livekit_api_secret: text(10_000).nullable(),
  websocket_headers: dictionary(z.string().min(1, BLANK).max(255), text(10_000), 50).nullable(),
};

const configuration = z.object(settings);
/** As a version stores it. */
export type AgentConfiguration = z.output<typeof configuration>;
