export * from "./comparison";
export * from "./experiments";
export * from "./gate";
