// Settings as they are stored: JSON, with the credentials of providers and webhooks sealed.
import type { Guardrails } from "@/lib/contracts/gateway/guardrails";
import { handledBy } from "@/lib/rejections";
import { GatewayFailure } from "../errors";
import { type GatewaySettings, providerSecrets } from "../settings";

const RETRY_AFTER_SECONDS = 2;
const REMEMBERED_SETTINGS = 500;

/** Opens what is sealed. */
export type Unseal = (sealed: string) => Promise<string>;

export const unavailable = (message: string, cause?: unknown): GatewayFailure =>
  new GatewayFailure("service_unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });

interface Opened<Settings> {
  text: string;
  settings: Promise<Settings>;
}

/** Parses settings and opens their sealed keys once for each text. */
export function opener<Settings extends Sealed>(unseal: Unseal): (text: string) => Opened<Settings> {
  const opened = new Map<string, Opened<Settings>>();
  return (text) => {
    const known = opened.get(text);
    if (known) return known;
    const settings = openSecrets(JSON.parse(text) as Settings, unseal); // safe because lib/gateway-admin/projection.ts writes these in the types they are read in
    if (opened.size >= REMEMBERED_SETTINGS) opened.clear();
    const entry = { text, settings };
    opened.set(text, entry);
    settings.catch((error) => {
      opened.delete(text);
      return handledBy("the caller that awaits the settings")(error);
    });
    return entry;
  };
}

type Sealed = Pick<GatewaySettings, "providers" | "guardrails">;

async function openSecrets<Settings extends Sealed>(sealed: Settings, unseal: Unseal): Promise<Settings> {
  const open = async (secret: string): Promise<string> =>
    unseal(secret).catch((error) => {
      throw unavailable("The providers' keys cannot be decrypted.", error);
    });
  const providers = sealed.providers.map(async (provider) => {
    const members = new Map<string, unknown>(Object.entries(provider));
    const opened = providerSecrets.map(async (name) => {
      const secret = members.get(name);
      return typeof secret === "string" ? [[name, await open(secret)]] : [];
    });
    return { ...provider, ...Object.fromEntries((await Promise.all(opened)).flat()) };
  });
  const guardrails = await openGuardrails(sealed.guardrails ?? null, unseal);
  return { ...sealed, providers: await Promise.all(providers), guardrails };
}

async function openGuardrails(sealed: Guardrails | null, unseal: Unseal): Promise<Guardrails | null> {
  if (!sealed) return null;
  const rules = sealed.rules.map(async (rule) => {
    if (rule.type !== "webhook") return rule;
    const headers = Object.entries(rule.config.headers).map(async ([name, text]) => [name, await unseal(text)]);
    return { ...rule, config: { ...rule.config, headers: Object.fromEntries(await Promise.all(headers)) } };
  });
  return { ...sealed, rules: await Promise.all(rules) };
}
