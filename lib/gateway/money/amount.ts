// Amounts of money. They are whole micro-dollars everywhere but on the wire.

const MICROS = 1_000_000;

/** USD → micro-dollars, to the nearest. */
export const toMicros = (usd: number): number => Math.round(usd * MICROS);

/** Micro-dollars → USD. */
export const toUsd = (micros: number): number => micros / MICROS;

/** The same; null of a cost that is not known. */
export const usdOf = (micros: number | null): number | null => (micros === null ? null : toUsd(micros));

/** Micro-dollars → USD with six decimals, never in scientific notation. */
export function exactUsd(micros: number): string {
  const digits = String(Math.abs(micros)).padStart(7, "0");
  return `${micros < 0 ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** Micro-dollars → USD with two decimals, rounded towards nothing, so that no more is promised than there is. */
export const roughUsd = (micros: number): string => exactUsd(micros).slice(0, -4);

/** Micro-dollars → USD, whole, with two decimals or as many as it takes. */
export const shortUsd = (micros: number): string => exactUsd(micros).replace(/0{1,4}$/, "");

/** A total as it is shown, next to the number of calls without a price, which it leaves out: null where none of it is known. */
export const knownCost = ({ costMicros, unpriced }: { costMicros: number; unpriced: number }): number | null =>
  unpriced > 0 && costMicros === 0 ? null : costMicros;
