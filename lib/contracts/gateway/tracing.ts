/** How much of a call is recorded as a trace, from everything to nothing: `metadata` is everything except contents. */
export const tracings = ["full", "metadata", "off"] as const;
export type Tracing = (typeof tracings)[number];
