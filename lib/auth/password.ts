// Passwords as scrypt hashes in the PHC string format: the string contains the cost, so that it can be raised later without
// making stored hashes unreadable.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

interface Cost {
  /** Binary logarithm of scrypt's N. */
  ln: number;
  r: number;
  p: number;
}

const COST: Cost = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const FORMAT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, HASH_BYTES, COST);
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Whether `password` matches `stored`. Without a stored hash (no user has the address, or the user has no
 * password) it does the same work before it returns false, so that timing reveals nothing.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const parts = stored === null ? null : FORMAT.exec(stored);
  if (!parts) {
    await derive(password, Buffer.alloc(SALT_BYTES), HASH_BYTES, COST);
    return false;
  }
  const [ln = 0, r = 0, p = 0] = parts.slice(1, 4).map(Number);
  const [salt, expected] = parts.slice(4).map((text) => Buffer.from(text, "base64"));
  if (!salt || !expected) return false;
  return timingSafeEqual(await derive(password, salt, expected.length, { ln, r, p }), expected);
}

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

function derive(password: string, salt: Buffer, length: number, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln;
  // scrypt needs 128·N·r bytes and a little more; Node's own limit lies below that.
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p + 2) + 1024 };
  return new Promise((resolve, reject) => {
    // The same characters typed on another system may use a different Unicode composition.
    scrypt(password.normalize("NFKC"), salt, length, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}
