// The operations of prompts.
export * from "./labels";
export * from "./prompts";
export * from "./versions";
export * from "./writing";
