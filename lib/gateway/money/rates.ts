// The price of a token.

/** Pico-dollars a token, whole numbers: a rate in USD a million tokens, times a million. */
export interface Rates {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
}
