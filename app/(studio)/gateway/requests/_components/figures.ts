import { usdText } from "../../_components/usd";

/** Milliseconds as "840 ms" and "2.4 s". */
export const latencyText = (ms: number): string =>
  ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

export const microsText = (micros: number): string => usdText(micros / 1_000_000);
