/**
 * A script without its `#!lua` line. Upstash knows flags there that a real Redis refuses, so neither engine reads it;
 * the newline stays, and with it the line numbers of errors.
 */
export const withoutShebang = (source: string): string => source.replace(/^#!lua[^\n]*/, "");
