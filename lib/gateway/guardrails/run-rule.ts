// One rule on the texts of a request or an answer, within its time.

import { turn } from "@/lib/bounds/turn";
import type { Signal } from "@/lib/exchange/signal";
import { GatewayFailure } from "../errors";
import type { Remote, Rule } from "./compile";
import { type Context, type Detector, type Finding, type Passage, type Verdict, withoutOverlaps } from "./finding";

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

/** Asks a webhook or a model. Rejects where there is no verdict. */
export type AskRemote = (rule: Remote, passages: readonly Passage[], signal: Signal) => Promise<Verdict>;

export interface Surroundings {
  context: Context;
  ask: AskRemote;
  /** Milliseconds since 1970, of a clock that goes on while a rule runs. */
  now(): number;
  /** Of the client. */
  signal: Signal;
}

/** The verdict on these passages. One that cannot be had fires, unless the rule lets pass what cannot be checked. */
export async function runRule(rule: Rule, passages: readonly Passage[], surroundings: Surroundings): Promise<Outcome> {
  const nothing = passages.map((): Finding[] => []);
  try {
    const { verdict, findings } =
      "finders" in rule.check
        ? await search(rule.check, rule.timeoutMs, passages, surroundings)
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

async function search(
  detector: Detector,
  timeoutMs: number,
  passages: readonly Passage[],
  { context, now }: Surroundings,
): Promise<{ verdict: Verdict; findings: (readonly Finding[])[] }> {
  const startedAt = now();
  let breakAt = startedAt + BUSY_MS;
  const concerned = passages.filter((passage) => isConcerned(detector, passage));
  const found = new Map<Passage, Finding[]>();
  for (const passage of concerned) {
    const list: Finding[] = [];
    for (const { text, offset } of stretches(passage.text, detector)) {
      if (detector.worth && !detector.worth.test(text)) continue;
      for (const find of detector.finders) {
        for (const { kind, start, end } of find(text, context)) {
          list.push({ kind, start: start + offset, end: end + offset });
        }
        const time = now();
        if (time - startedAt > timeoutMs) throw outOfTime();
        if (time < breakAt) continue;
        await turn();
        breakAt = now() + BUSY_MS;
      }
    }
    found.set(passage, list);
  }
  const verdict = detector.conclude(
    concerned.map((passage) => found.get(passage) ?? []),
    concerned,
  );
  return { verdict, findings: passages.map((passage) => withoutOverlaps(found.get(passage) ?? [])) };
}

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

/** The refusal of what a rule has stopped. It names the rule and quotes nothing. */
export function blockedBy({ rule, reason }: Outcome): GatewayFailure {
  const what = rule.stage === "pre" ? "Request" : "Response";
  return new GatewayFailure(
    "content_blocked",
    `${what} blocked by guardrail: ${rule.name}${reason ? ` - ${reason}` : ""}.`,
  );
}
