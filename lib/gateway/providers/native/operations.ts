/** Protocols beside chats that some providers speak themselves. */
export const nativeOperations = ["responses", "messages"] as const;
export type NativeOperation = (typeof nativeOperations)[number];
