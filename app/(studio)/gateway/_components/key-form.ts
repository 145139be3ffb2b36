import type { ClientInput } from "@/lib/contracts/contract";
import type { createGatewayKey, GatewayKey } from "@/lib/contracts/gateway/keys";

type Budget = NonNullable<GatewayKey["budget"]>;

/** The form of a key, in the names of the API where a field is one value. An empty text means that nothing is set. */
export interface KeyForm {
  name: string;
  owner: string;
  type: GatewayKey["key_type"];
  rate_limit_rpm: string;
  rate_limit_tpm: string;
  period: Budget["period"] | "none";
  limit: string;
  action: Budget["action"];
  refuses_unpriced: boolean;
  /** One per line. */
  allowed_models: string;
  allowed_providers: string;
  allowed_ips: string;
  tracing: NonNullable<GatewayKey["tracing"]> | "inherit";
  /** Local time in the format of the browser's input. */
  expires_at: string;
}

export const emptyKey: KeyForm = {
  name: "",
  owner: "",
  type: "byok",
  rate_limit_rpm: "",
  rate_limit_tpm: "",
  period: "none",
  limit: "",
  action: "block",
  refuses_unpriced: false,
  allowed_models: "",
  allowed_providers: "",
  allowed_ips: "",
  tracing: "inherit",
  expires_at: "",
};

export const formOfKey = (key: GatewayKey): KeyForm => ({
  name: key.name,
  owner: key.owner ?? "",
  type: key.key_type,
  rate_limit_rpm: numberText(key.rate_limit_rpm),
  rate_limit_tpm: numberText(key.rate_limit_tpm),
  period: key.budget?.period ?? "none",
  limit: numberText(key.budget?.limit ?? null),
  action: key.budget?.action ?? "block",
  refuses_unpriced: key.metadata.refuse_unpriced === "true",
  allowed_models: key.allowed_models.join("\n"),
  allowed_providers: key.allowed_providers.join("\n"),
  allowed_ips: key.allowed_ips.join("\n"),
  tracing: key.tracing ?? "inherit",
  expires_at: key.expires_at ? localText(new Date(key.expires_at)) : "",
});

type Body = Omit<ClientInput<typeof createGatewayKey>, "key_type" | "credit_balance" | "metadata">;
type Refusing = Pick<KeyForm, "refuses_unpriced">;

export const newMetadata = ({ refuses_unpriced }: Refusing): Record<string, string> =>
  refuses_unpriced ? { refuse_unpriced: "true" } : {};

/** The other entries stay. */
export const changedMetadata = ({ refuses_unpriced }: Refusing) => ({
  refuse_unpriced: refuses_unpriced ? "true" : null,
});

/** The request body, without metadata. Empty fields remove their settings. */
export const bodyOf = (form: KeyForm): Body => ({
  name: form.name,
  owner: form.owner.trim() || null,
  rate_limit_rpm: numberOf(form.rate_limit_rpm),
  rate_limit_tpm: numberOf(form.rate_limit_tpm),
  budget:
    form.period === "none" ? null : { period: form.period, limit: numberOf(form.limit) ?? 0, action: form.action },
  allowed_models: linesOf(form.allowed_models),
  allowed_providers: linesOf(form.allowed_providers),
  allowed_ips: linesOf(form.allowed_ips),
  tracing: form.tracing === "inherit" ? null : form.tracing,
  expires_at: form.expires_at ? new Date(form.expires_at).toISOString() : null,
});

const numberText = (value: number | null): string => (value ? String(value) : "");
const numberOf = (text: string): number | null => (text.trim() === "" ? null : Number(text));
const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Local time from year to minute, the format of `datetime-local`. */
function localText(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
