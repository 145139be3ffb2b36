// The price of a token.

/** Pico-dollars a token, whole numbers: a rate in USD a million tokens, times a million. */
export interface TokenRates {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  /** Of audio; as text if it is not set. */
  audioInput?: number;
  audioOutput?: number;
}

export interface Rates extends TokenRates {
  /** The rates of all tokens of a call that has more input than this. */
  above?: { inputTokens: number; rates: TokenRates };
  /** Whether OpenAI's tier `flex` takes half. */
  hasFlex?: boolean;
}

/** What the rates of a call depend on. */
export interface Rated {
  inputTokens: number;
  /** Whether the provider answered in its tier `flex`. */
  isFlex?: boolean;
}

export const isHalved = ({ hasFlex }: Rates, { isFlex }: Rated): boolean => hasFlex === true && isFlex === true;

/** The rates of a call. */
export function ratesFor(rates: Rates, call: Rated): TokenRates {
  const own = rates.above && call.inputTokens > rates.above.inputTokens ? rates.above.rates : rates;
  return isHalved(rates, call) ? halved(own) : own;
}

/** Built-in prices, which alone have that tier, have none of audio. */
const halved = ({ input, cachedInput, cacheWrite, output }: TokenRates): TokenRates => ({
  input: half(input),
  cachedInput: half(cachedInput),
  cacheWrite: half(cacheWrite),
  output: half(output),
});
const half = (rate: number): number => Math.round(rate / 2);

/** Anthropic takes twice the price of input for a token that its cache keeps for an hour. */
export const hourRate = ({ input, cacheWrite }: TokenRates): number => Math.max(2 * input, cacheWrite);
