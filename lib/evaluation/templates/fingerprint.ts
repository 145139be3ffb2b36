import { createHash } from "node:crypto";
import { sha256 } from "@/lib/auth/hash";

/** JSON with members sorted by name, so that equal values give equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    member !== null && typeof member === "object" && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

/** SHA-256 of a value, lowercase hex: the same for equal values, in any order of members. */
export const fingerprintOf = (value: unknown): string => sha256(canonicalJson(value) ?? "undefined");

const NAMESPACE = "5f0a2d52-6f0e-5b52-9c5b-3f6f2c1f8a11";

/** A UUID of version 5 (RFC 9562, 5.5) for a name: the same in every installation. */
export function idOfName(name: string): string {
  const bytes = createHash("sha1")
    .update(Buffer.from(NAMESPACE.replaceAll("-", ""), "hex"))
    .update(name)
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
