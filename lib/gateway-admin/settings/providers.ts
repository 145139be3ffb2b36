import { z } from "zod";
import { isOpenTo } from "@/lib/gateway/outbound";
import { nativeOperations } from "@/lib/gateway/providers/native/operations";
import { baseUrlOf, type Format, formats, type Preset, presets } from "@/lib/gateway/providers/presets";
import { count, duration } from "@/lib/gateway/setting-values";
import type { ProviderSettings } from "@/lib/gateway/settings";
import { type ChangeSecret, section } from "./section";

const AZURE_VERSION = "2024-10-21";

const text = z.string().min(1, "May not be empty.");
const secret = text.optional().meta({ writeOnly: true, description: "Kept encrypted, and never shown again" });

const provider = z.strictObject({
  base_url: z
    .url({ protocol: /^https?$/, error: "Must be an http or https address." })
    .optional()
    .meta({ title: "Address", description: "Base URL of its API", "x-unset": "Depends on its name" }),
  api_key: secret.meta({ title: "API key" }),
  api_format: z
    .enum(formats, `Must be one of ${formats.join(", ")}.`)
    .optional()
    .meta({
      title: "API format",
      description: "The protocol of its API",
      "x-unset": "Depends on its name, otherwise OpenAI's",
    }),
  models: z.array(z.string().min(1)).default([]).meta({
    title: "Models",
    description:
      "One per line. Requests for these models go to this provider. Other models are requested as provider/model",
  }),
  timeout: duration.optional().meta({
    title: "Timeout",
    description: "Until the answer begins. In seconds, or with a unit such as 1m30s",
    "x-unset": "60 s",
  }),
  max_concurrent: count.optional().meta({
    title: "Concurrent requests",
    description: "Further requests go to another target or wait",
    "x-unset": "Any number",
  }),
  /** The protocols beside chats that it speaks itself. */
  native: z
    .array(z.enum(nativeOperations, `Must be one of ${nativeOperations.join(", ")}.`))
    .optional()
    .meta({
      title: "Native protocols",
      description: "The protocols that it supports itself. Other requests are sent as chat completions",
      "x-unset": "Depends on its name",
    }),
  /** Of Azure. */
  api_version: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(-preview)?$/, "Must be a date such as 2024-10-21.")
    .optional()
    .meta({ title: "API version", "x-unset": AZURE_VERSION }),
  auth: z
    .enum(["api-key", "bearer"], "Must be api-key or bearer.")
    .optional()
    .meta({ title: "Send the key as", "x-unset": "api-key" }),
  /** Of Bedrock. */
  aws_region: z
    .string()
    .regex(/^[a-z0-9-]+$/, "Must be a region such as us-east-1.")
    .optional()
    .meta({ title: "Region", "x-unset": "us-east-1, for example" }),
  aws_access_key_id: text.optional().meta({ title: "Access key id" }),
  aws_secret_access_key: secret.meta({ title: "Secret access key" }),
  aws_session_token: secret.meta({ title: "Session token" }),
});
type ProviderInput = z.output<typeof provider>;

const all = z.record(z.string().regex(/^[\w.-]+$/, "Provider names consist of letters, digits, and . _ -"), provider);
const shape = all.superRefine((entries, context) => {
  for (const [name, entry] of Object.entries(entries)) {
    const flaw = flawIn(name, entry);
    if (flaw !== null) context.addIssue({ code: "custom", path: [name], message: flaw });
  }
});

function flawIn(name: string, settings: ProviderInput): string | null {
  if (name.toLowerCase() === "sandbox") return "This name is built in.";
  const { api_key, aws_region, aws_access_key_id, aws_secret_access_key } = settings;
  if (formatOf(name, settings) === "bedrock") {
    if (!aws_region) return "aws_region is required.";
    if (!api_key && !(aws_access_key_id && aws_secret_access_key))
      return "api_key, or aws_access_key_id and aws_secret_access_key, are required.";
  }
  const foreign = (settings.native ?? []).find((operation) => !mayServe[operation].includes(formatOf(name, settings)));
  if (foreign) return `native: A provider of this format does not support ${foreign}.`;
  return addressOf(name, settings) === null ? "base_url is required." : null;
}

/** Which formats may have a protocol; a provider with OpenAI's format may also support Anthropic's. */
const mayServe: Record<(typeof nativeOperations)[number], readonly Format[]> = {
  responses: ["openai", "azure"],
  messages: ["openai", "anthropic"],
};

/** As configured; otherwise that of the provider with this name, unless its format or address is set. */
const nativeOf = (name: string, settings: ProviderInput) => {
  const preset = presetOf(name);
  const isKnown = preset?.format === formatOf(name, settings) && (settings.base_url === undefined || !preset.baseUrl);
  return settings.native ?? (isKnown ? preset.native : undefined);
};

const formatOf = (name: string, settings: ProviderInput): Format =>
  settings.api_format ?? presetOf(name)?.format ?? "openai";

const presetOf = (name: string): Preset | undefined => (Object.hasOwn(presets, name) ? presets[name] : undefined);

/** As configured; otherwise the address of the provider with this name, unless its format is set; otherwise the format's. */
function addressOf(name: string, settings: ProviderInput): string | null {
  const format = formatOf(name, settings);
  const preset = presetOf(name);
  const known = preset?.format === format ? preset.baseUrl : undefined;
  return settings.base_url ?? known ?? baseUrlOf(format, settings.aws_region ?? null);
}

function projected(name: string, settings: ProviderInput): ProviderSettings {
  const native = nativeOf(name, settings);
  const shared = {
    name,
    ...(native ? { native } : {}),
    baseUrl: addressOf(name, settings) ?? "",
    apiKey: settings.api_key ?? null,
    models: settings.models,
    timeoutMs: settings.timeout === undefined ? null : settings.timeout * 1000,
    maxConcurrent: settings.max_concurrent ?? null,
  };
  const kind = formatOf(name, settings);
  switch (kind) {
    case "openai":
      return {
        kind,
        ...shared,
        ...(presetOf(name)?.takesStreamOptions === false ? { takesStreamOptions: false } : {}),
      };
    case "azure":
      return {
        kind,
        ...shared,
        // Its newer addresses end in /openai/v1/. Every call appends its own path.
        baseUrl: shared.baseUrl.replace(/\/+$/, "").replace(/\/openai(?:\/v1)?$/, ""),
        apiVersion: settings.api_version ?? AZURE_VERSION,
        isBearer: settings.auth === "bearer",
      };
    case "bedrock":
      return {
        kind,
        ...shared,
        region: settings.aws_region ?? "",
        accessKeyId: settings.aws_access_key_id ?? null,
        secretAccessKey: settings.aws_secret_access_key ?? null,
        sessionToken: settings.aws_session_token ?? null,
      };
    default:
      return { kind, ...shared };
  }
}

const secrets = ["api_key", "aws_secret_access_key", "aws_session_token"] as const;

async function withSecrets(name: string, settings: ProviderInput, change: ChangeSecret): Promise<ProviderInput> {
  const address = `${formatOf(name, settings)} ${addressOf(name, settings)}`;
  const changed = secrets.map(async (member) => {
    const secret = settings[member];
    return secret === undefined ? [] : [[member, await change(secret, [name, member], address)]];
  });
  return { ...settings, ...Object.fromEntries((await Promise.all(changed)).flat()) };
}

export const providers = section({
  shape,
  project: (value = {}) => ({
    providers: Object.entries(value).map(([name, settings]) => projected(name, settings)),
  }),
  async mapSecrets(value, change) {
    const entries = Object.entries(value);
    const changed = entries.map(async ([name, settings]) => [name, await withSecrets(name, settings, change)]);
    return Object.fromEntries(await Promise.all(changed));
  },
});

/**
 * The names of providers at an address that only the gateway can reach, and whose host the operator does not allow. An
 * organization may not enter one; the operator's own may be anywhere. Names are resolved on connecting.
 */
export const privateProviders = (value: Readonly<Record<string, ProviderInput>>): string[] =>
  Object.entries(value).flatMap(([name, entry]) => {
    const address = addressOf(name, entry);
    return address !== null && URL.canParse(address) && !isOpenTo(new URL(address)) ? [name] : [];
  });
