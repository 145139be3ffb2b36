/** What of a gateway's call is recorded as a trace, from all to nothing: `metadata` is everything but what was said. */
export const tracings = ["full", "metadata", "off"] as const;
export type Tracing = (typeof tracings)[number];
