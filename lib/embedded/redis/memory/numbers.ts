// Numbers as Redis writes and reads them. Integers are exact up to 2^53; beyond that they are refused rather than rounded.
import { RedisError } from "../engine";

export const notAnInteger = () => new RedisError("ERR value is not an integer or out of range");
export const notAFloat = () => new RedisError("ERR value is not a valid float");

export function integer(text: string, failure: () => RedisError = notAnInteger): number {
  const value = /^(?:0|-?[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw failure();
  return value;
}

/** An integer of at least `least`, for counts and limits. */
export function count(text: string, least = 0): number {
  const value = integer(text);
  if (value < least) throw new RedisError("ERR value is out of range, must be positive");
  return value;
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const infinity = /^([+-]?)inf(?:inity)?$/i;

/** A floating-point number, `inf` and `-inf` included. */
export function float(text: string, failure: () => RedisError = notAFloat): number {
  if (decimal.test(text)) return Number(text);
  const match = infinity.exec(text);
  if (!match) throw failure();
  return match[1] === "-" ? -Infinity : Infinity;
}

export function floatText(value: number): string {
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  return Object.is(value, -0) ? "-0" : String(value);
}

const plainDecimals = new Intl.NumberFormat("en-US", { useGrouping: false, maximumFractionDigits: 17 });

/**
 * The text of a float counter after adding to it, in plain decimals. Sums of fractions keep the fifteen digits that a double
 * holds for certain, so 0.1 + 0.2 is 0.3 here as it is with Redis's wider floats.
 */
export function addFloats(current: string, increment: string): string {
  const sum = float(current) + float(increment);
  if (!Number.isFinite(sum)) throw new RedisError("ERR increment would produce NaN or Infinity");
  return plainDecimals.format(Number.isInteger(sum) ? sum : Number(sum.toPrecision(15)));
}

export function addIntegers(current: string, increment: number, failure?: () => RedisError): number {
  const sum = integer(current, failure) + increment;
  if (!Number.isSafeInteger(sum)) throw new RedisError("ERR increment or decrement would overflow");
  return sum;
}
