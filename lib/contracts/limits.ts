// Limits of which screens tell before they are met. Browsers load this file, so it stands without zod.
export const MAX_ADDED_ITEMS = 10_000;
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
