// Byte strings: JavaScript strings whose characters are bytes (0 to 255), Redis's own idea of a string.
import { createHash } from "node:crypto";

/** Matches when every character is ASCII: such a text is its own byte string. */
const ascii = /^[\0-\x7f]*$/;

export const fromText = (text: string): string =>
  ascii.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");

export const toText = (bytes: string): string =>
  ascii.test(bytes) ? bytes : Buffer.from(bytes, "latin1").toString("utf8");

export const toBase64 = (bytes: string): string => Buffer.from(bytes, "latin1").toString("base64");

export const toBuffer = (bytes: string): Buffer => Buffer.from(bytes, "latin1");

export const fromBuffer = (buffer: Buffer): string => buffer.toString("latin1");

/** The name under which EVALSHA finds a script. */
export const sha1 = (bytes: string): string => createHash("sha1").update(bytes, "latin1").digest("hex");
