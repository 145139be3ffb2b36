import { MAX_COUNTED } from "@/lib/contracts/limits";

/** Formats figures for people. */
export const countText = (count: number): string => count.toLocaleString("en");

/** "1 span", "2,000 spans"; `nouns` for an irregular plural. */
export const quantity = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${countText(count)} ${count === 1 ? noun : nouns}`;

/** "1 of 3 items", "1 of 1 item". */
export const countedOf = (part: number, all: number, noun: string): string =>
  `${countText(part)} of ${quantity(all, noun)}`;

/** A count up to MAX_COUNTED, which also means "or more". */
export const cappedText = (count: number): string => `${countText(count)}${count >= MAX_COUNTED ? "+" : ""}`;

/** A share of 1 as "46.7 %". */
export const percentText = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** A share of 1 as "47 %", where tenths have no meaning. A nonzero share never shows as 0. */
export const wholePercentText = (share: number): string =>
  share > 0 && share < 0.005 ? "< 1 %" : `${Math.round(share * 100)} %`;

/** A number of any size, to six significant digits. */
export const numberText = (value: number): string =>
  value.toLocaleString("en", { maximumSignificantDigits: 6 }).replace("-", "−");

/** A coefficient such as κ, or a mean of scores, with three decimals and a true minus sign. */
export const coefficientText = (value: number): string => value.toFixed(3).replace("-", "−");

export interface Range {
  low: number;
  high: number;
}

/** "60.0 % to 80.0 %". */
export const rangeText = ({ low, high }: Range, text: (value: number) => string): string =>
  `${text(low)} to ${text(high)}`;

/** "70.0 % (60.0 % to 80.0 %)"; without the interval if there is none. */
export const estimateText = (value: number, interval: Range | null, text: (value: number) => string): string =>
  interval ? `${text(value)} (${rangeText(interval, text)})` : text(value);

/** A machine's duration in ms, as "0.48 ms", "840 ms" and "2.4 s". */
export function latencyText(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  return `${ms < 10 ? Number(ms.toPrecision(2)) : Math.round(ms)} ms`;
}

const days = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
/** "Nov 9" of "2026-11-09". */
export const dayText = (date: string): string => days.format(new Date(`${date}T00:00:00Z`));

/** A time in ms as "24 s", "3 min 10 s" or "1 h 5 min". */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
