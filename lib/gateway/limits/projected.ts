// The Redis names of the data that the gateway reads from Postgres. One hash holds the keys and one the settings, so
// that a rebuilt projection replaces each in one step.

/** SHA-256 of a key → GatewayKey as JSON. */
export const KEYS = "gateway:keys";
/** `global` → GatewaySettings as JSON, providers' keys sealed; an organization's id → OrganizationSettings as JSON. */
export const SETTINGS = "gateway:settings";
/** Field of KEYS that marks a complete projection in this format. Without it Redis has lost its data, or holds an older format. */
export const MARKER = "projected:2";
/** Field of KEYS that every change of keys or settings gives a value that it never had. */
export const VERSION = "version";
/** A target → until when its breaker is open, in milliseconds since 1970. */
export const BREAKERS = "gateway:breakers";
/** Field of SETTINGS. */
export const GLOBAL = "global";
