/** PostgreSQL stores neither NUL nor lone surrogates. What is recorded is kept rather than refused for them. */
export const storable = (text: string): string => text.replaceAll("\0", "\uFFFD").toWellFormed();
