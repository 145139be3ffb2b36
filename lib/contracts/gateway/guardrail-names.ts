// All enums of guardrails.
export const stages = ["pre", "post"] as const;
export type GuardrailStage = (typeof stages)[number];
export const guardrailActions = ["block", "warn", "log"] as const;
export type GuardrailAction = (typeof guardrailActions)[number];

export const entities = [
  "email",
  "phone",
  "ssn",
  "credit_card",
  "ipv4",
  "ipv6",
  "dob",
  "passport",
  "drivers_license",
  "iban",
  "zip_code",
  "mac_address",
  "ein",
  "mrn",
  "bitcoin",
  "aws_key",
  "api_key",
  "url_credentials",
] as const;
export type Entity = (typeof entities)[number];

export const secretTypes = [
  "aws_key",
  "aws_secret",
  "google_key",
  "azure_key",
  "github_token",
  "gitlab_token",
  "slack_token",
  "slack_webhook",
  "stripe_key",
  "openai_key",
  "anthropic_key",
  "npm_token",
  "sendgrid_key",
  "telegram_token",
  "jwt",
  "private_key",
  "url_credentials",
  "assigned_secret",
] as const;
export type SecretType = (typeof secretTypes)[number];

export const leakTypes = ["sql", "shell", "script", "path_traversal", "system_info", "environment"] as const;
export type LeakType = (typeof leakTypes)[number];

export const harmCategories = ["toxicity", "hate_speech", "violence", "sexual", "self_harm"] as const;
export type HarmCategory = (typeof harmCategories)[number];
