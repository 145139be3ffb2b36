import manifest from "@/package.json";

/** Of the server and of the command, which are released together. */
export const VERSION: string = manifest.version;
