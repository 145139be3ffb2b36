// The settings of the gateway, of an organization and of a key.
import type { Guardrails } from "@/lib/contracts/gateway/guardrails";
import type { Tracing } from "@/lib/contracts/gateway/tracing";
import type { KeyScope } from "@/lib/contracts/names";
import type { Budget, Budgets } from "./money/budget";
import type { Pricing } from "./money/price";
import type { NativeOperation } from "./providers/native/operations";
import type { RoutingSettings } from "./routing/settings";

export interface GatewayKey {
  id: string;
  /** Made by the gateway's administration, or a key of the platform. */
  kind: "gateway" | "platform";
  /** Of a platform key: what it may be used for; everything in projections of versions that knew no scopes. */
  scopes?: readonly KeyScope[];
  /** Its name; absent for a platform key. */
  name?: string;
  organizationId: string | null;
  /** Whether the gateway's own providers answer it. They always answer a key of no organization, which is the operator's. */
  isServed?: boolean;
  /** Empty: every model. */
  allowedModels: string[];
  /** Names of providers; none, or no list: every provider. */
  allowedProviders?: string[];
  /** Addresses and networks from which the key may be used; none, or no list: from everywhere. */
  allowedIps?: string[];
  /** Whether its requests may say which guardrails hold for them. */
  allowPolicyOverride?: boolean;
  /** Requests a minute; null or 0 for no limit of its own. */
  rateLimitRpm: number | null;
  /** Tokens a minute, in the same way. */
  rateLimitTpm?: number | null;
  /** Its own, instead of its organization's setting for each key. */
  budget?: Budget | null;
  /** Whether its calls are paid from its credits. */
  isManaged?: boolean;
  /** Whether it may use only what has a price, whatever the operator allows others. */
  refusesUnpriced?: boolean;
  /** The owner, who is also the user of calls that name none. */
  owner?: string | null;
  /** Milliseconds since 1970. */
  expiresAt: number | null;
  /** Refused until it is resumed. */
  isPaused?: boolean;
  tracing?: Tracing | null;
}

/** A provider that is reached over the network. */
interface Remote {
  name: string;
  baseUrl: string;
  apiKey: string | null;
  models: string[];
  timeoutMs: number | null;
  /** Requests that it has under way at once, of all processes of a server; absent for any number. */
  maxConcurrent?: number | null;
  /** The protocols beside chats that it supports itself; none by default. */
  native?: readonly NativeOperation[];
}

/** Speaks OpenAI's protocol. */
export interface OpenaiSettings extends Remote {
  kind: "openai";
  /** False if the provider refuses a request for the tokens of a stream, or reports them without being asked. */
  takesStreamOptions?: boolean;
}

export interface AzureSettings extends Remote {
  kind: "azure";
  apiVersion: string;
  /** Whether the key is a token of Entra ID. */
  isBearer: boolean;
}

/** Speaks a protocol of its own. */
export interface TranslatedSettings extends Remote {
  kind: "anthropic" | "gemini" | "cohere";
}

/** An API key, else credentials that requests are signed with. */
export interface BedrockSettings extends Remote {
  kind: "bedrock";
  region: string;
  accessKeyId: string | null;
  secretAccessKey: string | null;
  sessionToken: string | null;
}

export type RemoteSettings = OpenaiSettings | AzureSettings | TranslatedSettings | BedrockSettings;

export type ProviderSettings = RemoteSettings | { kind: "sandbox"; name: string; models: string[] };

/** The members of a provider that are sealed where they are stored. */
export const providerSecrets = ["apiKey", "secretAccessKey", "sessionToken"] as const;

export interface GatewaySettings {
  providers: ProviderSettings[];
  /** Requested name → provider, model, or provider/model. */
  modelMap: Record<string, string>;
  rateLimiting: { enabled: boolean; globalRpm: number | null };
  /** The defaults for organizations, level by level. */
  budgets?: Budgets | null;
  pricing?: Pricing | null;
  /** Whether calls pass or are refused when Redis cannot count their limits. Credits are never spent uncounted. */
  storeOutage?: "open" | "closed" | null;
  tracing?: Tracing | null;
  routing?: Partial<RoutingSettings>;
  guardrails?: Guardrails | null;
}

export interface CacheSettings {
  ttlMs: number;
}

export interface OrganizationSettings {
  /** The organization's own, beside the gateway's. */
  providers: ProviderSettings[];
  modelMap: Record<string, string>;
  /** `keyRpm`: of each key that sets no limit of its own. */
  rateLimiting: { enabled: boolean; rpm: number | null; tpm?: number | null; keyRpm?: number | null };
  budgets?: Budgets | null;
  pricing?: Pricing | null;
  tracing?: Tracing | null;
  routing?: Partial<RoutingSettings>;
  /** Null or absent: nothing is kept. */
  cache?: CacheSettings | null;
  /** Run after the gateway's. */
  guardrails?: Guardrails | null;
}

export interface Lookup {
  key: GatewayKey | null;
  organization: OrganizationSettings | null;
  settings: GatewaySettings;
}

export interface Caller extends Lookup {
  key: GatewayKey;
}
