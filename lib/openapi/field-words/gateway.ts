// Words of what the gateway's administration takes.
const many = "A longer one is blocked, in characters; any length without it";

export const gatewayWords = {
  "createGatewayKey.name": "Name of the key, as lists and records show it",
  "replaceGatewayKey.name": "Name of the key, as lists and records show it",
  "updateGatewayKey.name": "Name of the key, as lists and records show it",
  key_type: "`managed` keys pay for their calls from credits; `byok` keys have none",
  expires_at: "From then on the key is refused; null for never",
  "createOrganizationConfig.config": "The whole configuration, unless its sections are in the body itself",
  "previewOrganizationConfig.config": "The whole configuration, unless its sections are in the body itself",
  rule: "One guardrail, as in a configuration",
  "rule.action":
    "What happens when it fires: the request is refused, the answer carries a warning, or it is only recorded",
  "rule.config": "Settings of the rule's type",
  "testGuardrail.text": "The text to check",
  "config.sensitivity": "How little is enough for the rule to fire; `high` fires soonest",
  max_message_length: `Of one message. ${many}`,
  max_total_length: `Of all messages together. ${many}`,
  min_message_length: "Of one message. A shorter one is blocked, in characters; any length without it",
  forbidden_topics: "Topics that texts may not have",
  "allowed_topics.name": "Name of the topic, as findings show it",
  "forbidden_topics.name": "Name of the topic, as findings show it",
  "config.types": "Which findings count; every kind by default",
  "config.categories": "Which findings count; every category by default",
  "phrases.toxicity": "Phrases, each with its score",
  "phrases.hate_speech": "Phrases, each with its score",
  "phrases.violence": "Phrases, each with its score",
  "phrases.sexual": "Phrases, each with its score",
  "phrases.self_harm": "Phrases, each with its score",
} as const;
