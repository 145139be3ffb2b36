// The price of a token.

/** Pico-dollars a token, whole numbers: a rate in USD a million tokens, times a million. */
export interface TokenRates {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
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

const halved = ({ input, cachedInput, cacheWrite, output }: TokenRates): TokenRates => ({
  input: half(input),
  cachedInput: half(cachedInput),
  cacheWrite: half(cacheWrite),
  output: half(output),
});
const half = (rate: number): number => Math.round(rate / 2);
