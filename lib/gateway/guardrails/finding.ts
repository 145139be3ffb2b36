/** A finding of a rule in a text: its position and kind. */
export interface Finding {
  kind: string;
  /** In UTF-16 units; the end is not part of it. */
  start: number;
  end: number;
  /** It is not a finding if the text is written in ASCII: only look-alikes make it one. */
  isAlike?: true;
  /** The rest of a finding that began in the text before. */
  isRest?: true;
  /** Of one that goes on in the next texts: its words there. */
  rest?: string;
}

/** A text of a request or an answer. */
export interface Passage {
  text: string;
  role: Role;
  /** Its location, such as `messages[2].content`. */
  location: string;
  /** Message text, as opposed to a call's arguments or a tool's description. */
  isContent: boolean;
}

export type Role = "system" | "user" | "assistant" | "tool";

/** A detector's conclusion from all findings. */
export interface Verdict {
  /** From 0, nothing, to 1. */
  score: number;
  /** A few words that quote nothing of the text. */
  reason: string | null;
}

/** What a detector knows besides the texts. */
export interface Context {
  /** The text of the request's system and developer messages. */
  systemPrompt: string;
}

export type Finder = (text: string, context: Context) => Finding[];

/** A rule's check, made once of its configuration. */
export interface Detector {
  /** The roles whose text it checks; all by default. */
  roles?: readonly Role[];
  /** It checks message text only. */
  contentOnly?: true;
  /** Finds only in the text as it is written. */
  written?: readonly Finder[];
  /** Finds in letters that were spelled out, with nothing between words. */
  spelled?: Finder;
  /** Where this does not match, there is nothing to find: most texts are looked through once. */
  worth?: RegExp;
  /** Findings in a stretch of text, in each of its readings. Each takes time in proportion to its length, whatever the text. */
  finders: readonly Finder[];
  /** The conclusion for all passages; `findings` has one list per passage, in the order of its text. */
  conclude(findings: readonly Finding[][], passages: readonly Passage[]): Verdict;
  /**
   * The longest stretch that has to be seen to know that the rule fires, in characters; Infinity where only the whole text
   * tells. A stream is held back by it.
   */
  reach: number;
  /** A text is never cut for it, because its findings depend on the whole. */
  whole?: true;
}

/** In the order of the text, each stretch once: where two overlap, they become one, of the first one's kind. */
export function withoutOverlaps(found: readonly Finding[]): readonly Finding[] {
  if (found.length < 2) return found;
  const kept: Finding[] = [];
  for (const finding of found.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = kept.at(-1);
    if (!last || finding.start >= last.end) kept.push({ ...finding });
    else {
      last.end = Math.max(last.end, finding.end);
      if (finding.rest && finding.rest.length > (last.rest?.length ?? 0)) last.rest = finding.rest;
    }
  }
  return kept;
}

/** The more single things, the higher the score. */
export const scoreByCount =
  (most: number, what: string): Detector["conclude"] =>
  (findings) => {
    const found = findings.flatMap((some) => withoutOverlaps(some).filter(({ isRest }) => !isRest));
    const kinds = [...new Set(found.map(({ kind }) => kind))];
    const reason = found.length > 0 ? `${what} found: ${kinds.slice(0, 5).join(", ")}` : null;
    return { score: Math.min(1, found.length / most), reason };
  };
