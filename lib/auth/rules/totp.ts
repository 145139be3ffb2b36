// Codes of authenticator apps (RFC 6238): six digits of SHA-1, another one every 30 seconds.
import { Secret, TOTP } from "otpauth";

export const STEP_SECONDS = 30;
/** Steps before and after, for clocks that differ. */
const TOLERANCE = 1;

const totpOf = (secret: string, label = "", issuer = "Assay"): TOTP =>
  new TOTP({ issuer, label, algorithm: "SHA1", digits: 6, period: STEP_SECONDS, secret: Secret.fromBase32(secret) });

/** 160 random bits, in Base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What an app reads from a QR code. */
export const totpAddress = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The number of the 30 seconds that a code belongs to; null if it is not the code of this moment. */
export function stepOf(secret: string, code: string, nowMs: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: TOLERANCE });
  return delta === null ? null : Math.floor(nowMs / 1000 / STEP_SECONDS) + delta;
}

/** A code as it was typed: spaces and dashes do not count. */
export const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, "").toLowerCase();
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);
