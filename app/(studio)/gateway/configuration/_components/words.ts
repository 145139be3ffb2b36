// The form's words for a configuration: labels of enum values, and help.
import type { Schema } from "./schema";

/** Others are shown by their own name. */
const labels: Readonly<Record<string, string>> = {
  openai: "OpenAI's protocol",
  azure: "Azure OpenAI",
  anthropic: "Anthropic",
  gemini: "Google Gemini",
  bedrock: "Amazon Bedrock",
  cohere: "Cohere",
  responses: "Responses",
  messages: "Messages",
  "api-key": "Header api-key",
  bearer: "Bearer token",
  "round-robin": "Round robin",
  weighted: "By weight",
  "least-latency": "Lowest recent latency",
  cheapest: "Lowest price",
  ordered: "Configured order",
  true: "Yes",
  false: "No",
  pre: "Before the model",
  post: "After the model",
  sync: "Yes",
  async: "No: it runs in parallel and cannot block",
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
  total: "Total",
  block: "Block",
  warn: "Pass with a warning",
  log: "Pass and log",
  "remediation.block": "Unchanged",
  mask: "Masked",
  redact: "Removed",
  hash: "Replaced with a hash",
  full: "With messages",
  metadata: "Metadata only",
  off: "Off",
  "pii-detection": "Personal data",
  "secret-detection": "Secrets",
  "prompt-injection": "Prompt injection",
  "keyword-blocklist": "Blocked words",
  "input-validation": "Patterns and lengths",
  "topic-restriction": "Topics",
  "language-detection": "Languages (by script)",
  "system-prompt-protection": "Leaks of the system prompt",
  "data-leakage-prevention": "Leaks of code and system data",
  "content-moderation": "Harmful content",
  "json-schema": "JSON Schema",
  webhook: "Your own service",
  judge: "Judge model",
  ssn: "US social security number",
  dob: "Date of birth",
  iban: "IBAN",
  ein: "US employer number",
  mrn: "Medical record number",
  ipv4: "IPv4 address",
  ipv6: "IPv6 address",
  mac_address: "MAC address",
  url_credentials: "Password in a URL",
  jwt: "JSON Web Token",
  sql: "SQL",
  aws_key: "AWS key",
  aws_secret: "AWS secret",
  api_key: "API key",
  github_token: "GitHub token",
  gitlab_token: "GitLab token",
  openai_key: "OpenAI key",
  npm_token: "npm token",
  sendgrid_key: "SendGrid key",
};

/** The label of an enum value, for a given field if it differs there; otherwise the name in sentence case. */
export const labelFor = (name: string, member = ""): string =>
  labels[`${member}.${name}`] ??
  labels[name] ??
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll(/[_-]+/g, " ")}`;

/** A value's description, with the choices as the form calls them. */
export const hintFor = ({ description, enum: choices = [] }: Schema, member: string): string | undefined =>
  description &&
  `${description.replaceAll(/`([^`]*)`/g, (_, name: string) => (choices.includes(name) ? `“${labelFor(name, member)}”` : name))}.`;
