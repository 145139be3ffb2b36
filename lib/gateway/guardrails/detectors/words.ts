// Words and phrases: found as whole words, in any case, with any white space between them.
import type { GuardrailConfig, HarmCategory } from "@/lib/contracts/gateway/guardrails";
import { type Detector, scoreByCount } from "../finding";
import { letterFinder, phraseFinder, wordsOf } from "./phrases";

const LETTER = /\p{L}/u;
/** How far phrases reach in a text as people write it; more white space between their words is not looked over in a stream. */
const reachOf = (phrases: readonly string[]): number =>
  Math.max(...phrases.map((phrase) => phrase.length + 8 * (wordsOf(phrase).length - 1) + 2));

const hasLetters = (text: string): boolean => LETTER.test(text);

export function keywordBlocklist({ words }: GuardrailConfig<"keyword-blocklist">): Detector {
  const phrases = words.map((word) => [word, "blocked word"] as const);
  return {
    finders: [phraseFinder(phrases)],
    spelled: letterFinder(phrases),
    conclude: scoreByCount(1, "Blocked words"),
    reach: reachOf(words),
  };
}

export function topicRestriction({ allowed_topics, forbidden_topics }: GuardrailConfig<"topic-restriction">): Detector {
  const phrases = (topics: typeof allowed_topics, kind: string) =>
    topics.flatMap(({ name, keywords }) => keywords.map((word) => [word, `${kind} ${name}`] as const));
  const forbidden = phrases(forbidden_topics, "forbidden topic:");
  return {
    roles: ["user", "assistant"],
    finders: [phraseFinder([...forbidden, ...phrases(allowed_topics, "allowed topic:")])],
    spelled: letterFinder(forbidden),
    conclude(findings, passages) {
      const kinds = new Set(findings.flatMap((some) => some.map(({ kind }) => kind)));
      const [bad] = [...kinds].filter((kind) => kind.startsWith("forbidden"));
      if (bad) return { score: 1, reason: `The text is on a ${bad}` };
      const isOff =
        allowed_topics.length > 0 &&
        kinds.size === 0 &&
        passages.some(({ text, isContent }) => isContent && hasLetters(text));
      return isOff ? { score: 1, reason: "The text is on none of the allowed topics" } : { score: 0, reason: null };
    },
    reach: allowed_topics.length > 0 ? Number.POSITIVE_INFINITY : reachOf(forbidden.map(([word]) => word)),
  };
}

/** Weights of phrases by category: only a few unmistakable ones, because words alone say little about intent. */
const harms: Record<HarmCategory, Record<string, number>> = {
  toxicity: {
    "shut up": 1,
    "you are an idiot": 2,
    "you idiot": 2,
    "you moron": 2,
    "you are worthless": 3,
    "piece of shit": 3,
    "fuck you": 3,
    "go to hell": 2,
  },
  hate_speech: {
    "go back to your country": 3,
    "ethnic cleansing": 2,
    subhuman: 3,
    "racial purity": 3,
    "master race": 3,
    "should be exterminated": 4,
    "white power": 3,
  },
  violence: {
    "kill you": 3,
    "kill them all": 4,
    "how to make a bomb": 4,
    "build a bomb": 4,
    "pipe bomb": 3,
    "mass shooting": 2,
    "school shooting": 2,
    behead: 2,
    "torture him": 2,
    "torture her": 2,
    "stab him": 2,
    "stab her": 2,
    "murder someone": 3,
  },
  sexual: {
    "child porn": 5,
    "child pornography": 5,
    "explicit sex": 3,
    "hardcore porn": 3,
    "rape her": 5,
    "rape him": 5,
    "nude pictures of": 2,
  },
  self_harm: {
    "kill myself": 4,
    "end my life": 4,
    "commit suicide": 3,
    "want to die": 3,
    "cut myself": 3,
    "hurt myself": 2,
    "ways to die": 3,
    "how to hang myself": 5,
  },
};

export function contentModeration({
  categories,
  category_threshold,
  phrases,
}: GuardrailConfig<"content-moderation">): Detector {
  const chosen = Object.entries(harms).flatMap(([category, own]) =>
    !categories || categories.some((name) => name === category)
      ? Object.entries({ ...own, ...phrases?.[category as HarmCategory] }).map(([phrase, weight]) => ({
          category,
          phrase: phrase.toLowerCase(),
          weight,
        }))
      : [],
  );
  const weighed = new Map(
    chosen.map(({ category, phrase, weight }) => [`${category}: ${phrase}`, { category, weight }]),
  );
  const harmful = chosen.map(({ category, phrase }) => [phrase, `${category}: ${phrase}`] as const);
  return {
    finders: [phraseFinder(harmful)],
    spelled: letterFinder(harmful),
    conclude(findings) {
      const sums = new Map<string, number>();
      for (const { kind } of findings.flat()) {
        const { category, weight } = weighed.get(kind) ?? { category: "", weight: 0 };
        sums.set(category, (sums.get(category) ?? 0) + weight);
      }
      const most = [...sums].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ["", 0] as [string, number]);
      const reason = most[1] > 0 ? `Content moderation: ${most[0].replace("_", " ")}` : null;
      return { score: Math.min(1, most[1] / category_threshold), reason };
    },
    // Weights add up over the whole text.
    reach: Number.POSITIVE_INFINITY,
  };
}
