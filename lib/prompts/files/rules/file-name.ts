// What the file of a prompt is called, and how several prompts follow one another in one file.
import { createHash } from "node:crypto";

/** Bytes that every file system takes as a name, with room for an ending. */
const MAX_BYTES = 200;

/** A name that every file system takes, and that differs where the prompts' names differ. */
export function promptFileName(name: string): string {
  const safe = safeName(name);
  return Buffer.byteLength(safe) <= MAX_BYTES ? `${safe}.yaml` : hashedFileName(name);
}

/** A name with a hash, for a prompt whose usual file holds another one. */
export function hashedFileName(name: string): string {
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 12);
  return `${[...safeName(name)].slice(0, 40).join("")}-${hash}.yaml`;
}

const safeName = (name: string): string => name.replaceAll(/[%<>:"/\\|?*\p{C}]|^\.|[. ]$/gu, percent);

const percent = (sign: string): string =>
  [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

const DOCUMENT_END = "---\n";

/** The next of several documents in one file. */
export const nextDocument = (document: string): string => `${DOCUMENT_END}${document}`;

/** The documents of a file that was written so: a line within one never begins with the dashes that end it. */
export const documentsIn = (text: string): string[] =>
  text === ""
    ? []
    : text.split(`\n${DOCUMENT_END}`).map((part, index, all) => (index < all.length - 1 ? `${part}\n` : part));
