import type { Output } from "@/lib/contracts/contract";
import type { checkExperiment } from "@/lib/contracts/evaluation/experiments/gate";
import type { OrganizationRole } from "@/lib/contracts/names";
import { conflict, invalidField } from "@/lib/errors";

interface Required {
  /** The version that the label points to. */
  former: string;
  /** The newest release that compares the two versions. */
  release: { id: string; check: Output<typeof checkExperiment> } | null;
}
export type Evidence = "free" | Required;

interface Move {
  label: string;
  version: string;
  role: OrganizationRole;
  overrule: string | undefined;
}

const MOST_CHARACTERS = 2000;

/** Returns what the change shall note, if anything. Throws a 409 that says what is missing. */
export function assertEvidence(evidence: Evidence, { label, version, role, overrule }: Move): string | null {
  if (evidence === "free" || evidence.release?.check.verdict === "passed") return null;
  if (overrule !== undefined) {
    if (role !== "Owner") throw invalidField("overrule", "Only an Owner may override a gate.");
    return `Gate overridden: ${overrule}`;
  }
  const step = `${label} of this prompt moves to ${version} only on evidence.`;
  const { former, release } = evidence;
  if (!release) throw conflict(`${step} Start a release first: it compares the version with ${former}.`);
  const { verdict, reasons, metrics, needed_rows } = release.check;
  const all = [...reasons, ...metrics.flatMap(({ name, reasons: own }) => own.map((reason) => `${name}: ${reason}`))];
  throw conflict(`${step} The release is ${verdict}. ${all.join(" ")}`.slice(0, MOST_CHARACTERS), {
    facts: { release_id: release.id, verdict, needed_rows },
  });
}
