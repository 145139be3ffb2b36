export * from "./columns";
export * from "./datasets";
export * from "./table";
export * from "./versions";
