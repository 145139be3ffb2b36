import type { GatewayModels, GatewayPrice } from "@/lib/contracts/gateway/catalogue";
import { groupBy } from "@/lib/group-by";

type Target = GatewayModels["models"][number]["targets"][number];
type Unknown = GatewayModels["unknown_model"];
type Rates = Omit<GatewayPrice, "source" | "above">;

export interface ShownPrice {
  /** The targets that have it; null if all do. */
  of: string | null;
  text: string;
  title: string;
}

/** What the targets of a model cost: one line for all of them, or one for each price. */
export function shownPrices(targets: readonly Target[], unknown: Unknown): ShownPrice[] {
  const byPrice = groupBy(targets, ({ price }) => JSON.stringify(price));
  return [...byPrice.values()].map((alike) => ({
    of: byPrice.size === 1 ? null : alike.map(({ provider, model }) => `${provider}/${model}`).join(", "),
    ...shownPrice(alike[0]?.price ?? null, unknown),
  }));
}

const shownPrice = (price: GatewayPrice | null, unknown: Unknown): Omit<ShownPrice, "of"> =>
  price === null ? withoutPrice(unknown) : { text: textOf(price), title: titleOf(price) };

function withoutPrice({ byok, managed }: Unknown): Omit<ShownPrice, "of"> {
  if (byok === "refuse")
    return { text: "No price: calls are refused", title: "The operator lets keys call only models with a price." };
  return {
    text: "No price: budgets do not count it",
    title: `Only the gateway's operator sets prices.${managed === "refuse" ? " Managed keys may not call it." : ""}`,
  };
}

const usd = (rate: number): string =>
  `$${rate.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;

const textOf = ({ input, output, cached_input, cache_write }: Rates): string =>
  input + output + cached_input + cache_write === 0 ? "Free" : `${usd(input)} in, ${usd(output)} out`;

function titleOf({ source, above, ...rates }: GatewayPrice): string {
  const from = source === "configured" ? "Configured by the gateway's operator" : sourceOf(source);
  const more = above ? ` Above ${above.input_tokens.toLocaleString("en")} tokens of input: ${wholeOf(above)}.` : "";
  return `Per million tokens: ${wholeOf(rates)}.${more} ${from}.`;
}

const sourceOf = (source: string): string =>
  source === "sandbox" ? "The sandbox is free" : `A built-in list price (${source})`;

const wholeOf = ({ input, output, cached_input, cache_write, audio_input, audio_output }: Rates): string =>
  [
    `${usd(input)} in, ${usd(output)} out`,
    `${usd(cached_input)} for cached input`,
    `${usd(cache_write)} for cache writes`,
    ...(audio_input === null ? [] : [`${usd(audio_input)} for audio input`]),
    ...(audio_output === null ? [] : [`${usd(audio_output)} for audio output`]),
  ].join(", ");
