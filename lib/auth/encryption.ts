// Secrets at rest: AES-256-GCM under a key that HKDF derives from AUTH_SECRET. Web standards only, as the edge opens them too.
import { whenError } from "@/lib/rejections";

const VERSION = "v1.";
const NONCE_BYTES = 12;

const encoder = new TextEncoder();
const derived = new Map<string, Promise<CryptoKey>>();

function keyFrom(secret: string): Promise<CryptoKey> {
  const known = derived.get(secret);
  if (known) return known;
  const key = derive(secret);
  derived.set(secret, key);
  return key;
}

async function derive(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
  const parameters = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode("secrets at rest") };
  return crypto.subtle.deriveKey(parameters, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

/** Whether a value looks like what `seal` returns. */
export const isSealed = (value: unknown): boolean =>
  typeof value === "string" && /^v1\.[A-Za-z\d+/]{38,}={0,2}$/.test(value);

class NotSealed extends Error {}

/** For `.catch` after `unseal`: handles a text that was sealed under another secret or changed since. */
export const whenNotOpened = whenError((error) => error instanceof NotSealed || error instanceof DOMException);

/** An encrypted text that only the same secret opens; each call returns a different one. */
export async function seal(text: string, secret: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyFrom(secret), encoder.encode(text));
  const bytes = [...iv, ...new Uint8Array(sealed)];
  return VERSION + btoa(bytes.map((byte) => String.fromCharCode(byte)).join(""));
}

/** Rejects if the text was sealed under none of these secrets or changed since. */
export async function unseal(sealed: string, secrets: string | readonly string[]): Promise<string> {
  if (!sealed.startsWith(VERSION)) throw new NotSealed("The text is not sealed.");
  const [secret = "", ...others] = [secrets].flat();
  const opened = unsealWith(sealed, secret);
  return others.length === 0 ? opened : opened.catch(whenNotOpened(() => unseal(sealed, others)));
}

async function unsealWith(sealed: string, secret: string): Promise<string> {
  const bytes = Uint8Array.from(atob(sealed.slice(VERSION.length)), (character) => character.charCodeAt(0));
  const iv = bytes.slice(0, NONCE_BYTES);
  const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await keyFrom(secret), bytes.slice(NONCE_BYTES));
  return new TextDecoder().decode(text);
}
