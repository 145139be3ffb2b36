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
}

/** The rates of a call with so much input. */
export const ratesFor = (rates: Rates, { inputTokens }: { inputTokens: number }): TokenRates =>
  rates.above && inputTokens > rates.above.inputTokens ? rates.above.rates : rates;
