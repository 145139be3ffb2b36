/** `unknown`: DNS could not be read. `taken`: another organization has proven the domain, and its record is still there. */
export type Proof = "proven" | "missing" | "other" | "taken" | "unknown";

export const recordName = (domain: string): string => `_assay.${domain}`;
export const recordValue = (token: string): string => `assay-domain=${token}`;

/** What the TXT records say. Null where they could not be read. */
export function proofOf(
  records: readonly string[] | null,
  { own, other }: { own: string; other: string | null },
): Proof {
  if (!records) return "unknown";
  const values = records.map((record) => record.trim());
  if (!values.includes(own)) return values.length === 0 ? "missing" : "other";
  return other !== null && values.includes(other) ? "taken" : "proven";
}

/** Why a domain is not proven, for administrators. */
export const proofProblems: Record<Exclude<Proof, "proven">, string> = {
  missing: "The name has no TXT record yet. A new record can take an hour to be seen.",
  other: "The name has TXT records, but not this value.",
  taken: "Another organization has proven this domain, and its record is still there.",
  unknown: "DNS did not answer. The state stays as it was; check again in a while.",
};
