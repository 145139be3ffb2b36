// What in a request costs more than its model's price, or reaches other models: not for every key.
import { GatewayFailure } from "../errors";
import { isAny, ownToolIn } from "../providers/own-tools";
import type { Caller } from "../settings";
import { maySpendUnpriced } from "./pricings";

type Body = Readonly<Record<string, unknown>>;

/** Throws `permission_denied` for what this caller may not ask of a provider, in a chat or in a protocol of the provider's own. */
export function refuseMembers(caller: Caller, body: Body): void {
  const isFree = maySpendUnpriced(caller);
  const others = namingModels.find((name) => isAny(body[name]));
  if (others && (!isFree || caller.key.allowedModels.length > 0))
    throw refusal(others, "This key may not name other models for the provider to use.");
  if (isFree) return;
  const tool = ownToolIn(body);
  if (tool) throw refusal(tool, "A provider's own tools have no price, and this key may only use what has a price.");
  const [member] = dearer.find(([name, isDearer]) => isDearer(body[name])) ?? [];
  if (!member) return;
  const value = String(body[member]).slice(0, 100);
  throw refusal(member, `The value ${value} has no price, and this key may only use what has a price.`);
}

/** Members for which providers charge more than the list price: OpenAI's tier, Anthropic's speed and regions. */
const dearer: [member: string, isDearer: (value: unknown) => boolean][] = [
  ["service_tier", (value) => value === "priority"],
  ["speed", (value) => value === "fast"],
  ["inference_geo", (value) => value !== undefined && value !== null && value !== "global"],
];

/** Members by which Anthropic, OpenRouter and other routers take other models than the requested one. */
const namingModels = ["models", "route", "fallbacks", "fallback_models"];

const refusal = (param: string, message: string): GatewayFailure =>
  new GatewayFailure("permission_denied", `${param}: ${message}`, { param });
