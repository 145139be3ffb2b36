// One rule on the texts of a request or an answer, within its time.

import { turn } from "@/lib/bounds/turn";
import type { Signal } from "@/lib/exchange/signal";
import { GatewayFailure } from "../errors";
import type { Remote, Rule } from "./compile";
import {
  type Context,
  type Detector,
  type Finder,
  type Finding,
  type Passage,
  type Verdict,
  withoutOverlaps,
} from "./finding";
import { acrossPassages, stripsOf } from "./joined";
import { isPlainAscii } from "./normal-form/clean";
import { partsOf, readingsOf } from "./normal-form/readings";
import { asWritten, type View } from "./normal-form/view";

/** A text is searched in stretches, between which others are served. */
const STRETCH = 16_384;
/** By how much stretches overlap where a rule does not say how far its findings reach. */
const OVERLAP = 2_048;
/** After so much without a break. */
const BUSY_MS = 10;

export interface Outcome {
  rule: Rule;
  fires: boolean;
  score: number;
  reason: string | null;
  /** For each passage, in the order of its text. */
  findings: (readonly Finding[])[];
  /** It could not be checked: neither verdict nor findings. */
  failed: boolean;
}

/** Calls a webhook or a model. Rejects if there is no verdict. */
export type AskRemote = (rule: Remote, passages: readonly Passage[], signal: Signal) => Promise<Verdict>;

export interface Surroundings {
  context: Context;
  ask: AskRemote;
  /** Milliseconds since 1970, of a clock that goes on while a rule runs. */
  now(): number;
  /** Of the client. */
  signal: Signal;
}

/** The verdict on these passages. A check that fails counts as fired, unless the rule lets unchecked text pass. */
export async function runRule(rule: Rule, passages: readonly Passage[], surroundings: Surroundings): Promise<Outcome> {
  const nothing = passages.map((): Finding[] => []);
  try {
    const { verdict, findings } =
      "finders" in rule.check
        ? await search({ ...rule, check: rule.check }, passages, surroundings)
        : { verdict: await remotely(rule.check, rule.timeoutMs, passages, surroundings), findings: nothing };
    const { score, reason } = verdict;
    return { rule, fires: score > rule.threshold, score, reason, findings, failed: false };
  } catch (error) {
    if (surroundings.signal.aborted) throw error;
    const reason = error instanceof Unfinished ? error.message : "The check failed";
    return { rule, fires: !rule.failOpen, score: 0, reason, findings: nothing, failed: true };
  }
}

class Unfinished extends Error {}

const outOfTime = () => new Unfinished("The check took too long");

/** The options of a search: which texts, and which clock. */
interface Search extends Pick<Surroundings, "context" | "now"> {
  detector: Detector;
  timeoutMs: number;
}

async function search(
  rule: Rule & { check: Detector },
  passages: readonly Passage[],
  { context, now }: Surroundings,
): Promise<{ verdict: Verdict; findings: (readonly Finding[])[] }> {
  const detector = rule.check;
  const concerned = passages.filter((passage) => isConcerned(detector, passage));
  const run = runner({ detector, timeoutMs: rule.timeoutMs, context, now });
  const found = new Map<Passage, Finding[]>();
  for (const passage of concerned) found.set(passage, await run(passage));
  if (detector.finders.length > 0) {
    for (const strip of stripsOf(passages, nameOf(detector), concerned, rule.stage === "post")) {
      for (const { passage, finding } of (await run(strip)).flatMap((whole) => acrossPassages(strip, whole))) {
        const passed = concerned[passage];
        if (passed) found.get(passed)?.push(finding);
      }
    }
  }
  const verdict = detector.conclude(
    concerned.map((passage) => found.get(passage) ?? []),
    concerned,
  );
  return { verdict, findings: passages.map((passage) => withoutOverlaps(found.get(passage) ?? [])) };
}

/** Runs a detector on every reading of a text, within its time, and lets other requests run meanwhile. */
function runner({ detector, timeoutMs, context, now }: Search): (passage: { text: string }) => Promise<Finding[]> {
  const startedAt = now();
  let breakAt = startedAt + BUSY_MS;
  const isBusy = (): boolean => {
    const time = now();
    if (time - startedAt > timeoutMs) throw outOfTime();
    return time >= breakAt;
  };
  return async (passage) => {
    const findings: Finding[] = [];
    const known = new Map<string, Finding>();
    const pause = async (): Promise<void> => {
      await turn();
      breakAt = now() + BUSY_MS;
    };
    const look = async (finders: readonly Finder[], view: View, from: number): Promise<void> => {
      for (const { text, offset } of stretches(view.text, detector)) {
        if (detector.worth && !detector.worth.test(text)) continue;
        for (const find of finders) {
          for (const { kind, start, end, isAlike } of find(text, context)) {
            const finding = { kind, start: from + view.start(start + offset), end: from + view.end(end + offset) };
            if (isAlike && isPlainAscii(passage.text.slice(finding.start, finding.end))) continue;
            // Findings that begin at the same character in several readings are one finding.
            const name = `${kind} ${finding.start}`;
            const same = known.get(name);
            if (same) same.end = Math.max(same.end, finding.end);
            else findings.push(finding);
            known.set(name, same ?? finding);
          }
          if (isBusy()) await pause();
        }
      }
    };
    const { written = [], finders, spelled } = detector;
    if (written.length > 0) await look(written, asWritten(passage.text), 0);
    if (finders.length === 0) return findings;
    for (const part of partsOf(passage)) {
      const { whole, letters, decoded } = readingsOf(part);
      for (const view of [...whole, ...decoded]) await look(finders, view, part.from);
      if (spelled) for (const view of letters) await look([spelled], view, part.from);
      if (isBusy()) await pause();
    }
    return findings;
  };
}

/** Detectors of one name look at the same passages. */
const nameOf = ({ roles, contentOnly }: Detector): string => `${roles?.join() ?? ""} ${contentOnly ?? false}`;

const isConcerned = ({ roles, contentOnly }: Detector, { role, isContent }: Passage): boolean =>
  (!roles || roles.includes(role)) && (!contentOnly || isContent);

function* stretches(text: string, { whole, reach }: Detector): Generator<{ text: string; offset: number }> {
  if (whole || text.length <= STRETCH) return yield { text, offset: 0 };
  const overlap = Math.min(Number.isFinite(reach) ? reach : OVERLAP, STRETCH / 2);
  for (let offset = 0; offset < text.length; offset += STRETCH - overlap) {
    yield { text: text.slice(offset, offset + STRETCH), offset };
  }
}

async function remotely(
  check: Remote,
  timeoutMs: number,
  passages: readonly Passage[],
  { ask, signal }: Surroundings,
): Promise<Verdict> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    const end = () => {
      reject(outOfTime());
      controller.abort();
    };
    timer = setTimeout(end, timeoutMs);
    signal.addEventListener("abort", end, { once: true });
    controller.signal.addEventListener("abort", () => signal.removeEventListener("abort", end), { once: true });
    if (signal.aborted) end();
  });
  try {
    return await Promise.race([ask(check, passages, controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** The refusal of a stopped text. It names the rule and quotes nothing. */
export function blockedBy({ rule, reason }: Outcome): GatewayFailure {
  const what = rule.stage === "pre" ? "Request" : "Response";
  return new GatewayFailure(
    "content_blocked",
    `${what} blocked by guardrail: ${rule.name}${reason ? ` - ${reason}` : ""}.`,
  );
}
