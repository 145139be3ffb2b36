import { MAX_COUNTED } from "@/lib/contracts/limits";

/** Figures as people read them. */
export const countText = (count: number): string => count.toLocaleString("en");

/** "1 span", "2,000 spans"; `nouns` where an s does not do. */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${countText(count)} ${count === 1 ? noun : nouns}`;

/** A count that goes no further than MAX_COUNTED, which stands for more as well. */
export const cappedText = (count: number): string => `${countText(count)}${count >= MAX_COUNTED ? "+" : ""}`;

/** A share of 1 as "46.7 %". */
export const percentText = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** A number of any size to six digits. */
export const numberText = (value: number): string =>
  value.toLocaleString("en", { maximumSignificantDigits: 6 }).replace("-", "−");

/** A coefficient such as κ with three decimals; the sign is a real minus. */
export const coefficientText = (value: number): string => value.toFixed(3).replace("-", "−");

/** A time in ms as "24 s", "3 min 10 s" or "1 h 5 min". */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
