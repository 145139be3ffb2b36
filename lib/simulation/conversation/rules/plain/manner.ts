// How a persona writes or speaks: its mood, how much it says, and the style of its writing.
import { personaOf } from "../prompt";
import type { Mood } from "./lines";

export interface Manner {
  mood: Mood;
  /** How many sentences state the request. */
  sentences: number;
  /** How many questions follow the answer. */
  followUps: number;
  /** The persona's fields as texts, in lower case. */
  say: (name: string) => string;
}

const MOODS: readonly (readonly [RegExp, Mood])[] = [
  [/impatient|frustrat|assertive|angry|rude|aggressive/, "tense"],
  [/anxious|confus|skeptic|sceptic|worried|shy|hesitant|nervous/, "unsure"],
  [/formal|polite|reserved|detail|precise|serious/, "formal"],
];

export function mannerOf(cell: string): Manner {
  const persona = personaOf(cell) ?? {};
  const say = (name: string): string => String([persona[name] ?? ""].flat()[0] ?? "").toLowerCase();
  const nature = say("personality");
  const style = say("communication_style");
  const mood =
    MOODS.find(([pattern]) => pattern.test(nature))?.[1] ??
    MOODS.find(([pattern]) => pattern.test(style))?.[1] ??
    "warm";
  const isBrief = say("verbosity") === "brief" || /concise|passive/.test(style) || /impatient|reserved/.test(nature);
  const isLong = say("verbosity") === "detailed" || /detailed|story|technical/.test(style);
  return {
    mood,
    sentences: isBrief ? 2 : isLong ? 5 : 3,
    followUps:
      /questioning/.test(style) || /skeptic|anxious|detail/.test(nature)
        ? 2
        : /impatient|reserved/.test(nature) || isBrief
          ? 0
          : 1,
    say,
  };
}

const CASUAL: readonly (readonly [RegExp, string])[] = [
  [/^(?:Hello|Hi)\b/, "Hey"],
  [/\bThank you\b/g, "Thanks"],
  [/\bI would like\b/g, "I'd like"],
  [/\bdo not\b/g, "don't"],
];
const FORMAL: readonly (readonly [RegExp, string])[] = [
  [/\bI'm\b/g, "I am"],
  [/\bI've\b/g, "I have"],
  [/\bI'd\b/g, "I would"],
  [/\bI'll\b/g, "I will"],
  [/\bIt's\b/g, "It is"],
  [/\bthat's\b/g, "that is"],
  [/\b(do|does|did|have|has|is|was|would|could)n't\b/g, "$1 not"],
  [/\bcan't\b/g, "cannot"],
  [/^(?:Hey|Hi)\b/, "Hello"],
];
const SLANG: readonly (readonly [RegExp, string])[] = [
  [/\bwant to\b/gi, "wanna"],
  [/\bgoing to\b/gi, "gonna"],
  [/\bplease\b/gi, "pls"],
  [/\bthanks\b/gi, "thx"],
  [/\bbecause\b/gi, "cuz"],
];
const replaced = (text: string, pairs: readonly (readonly [RegExp, string])[]): string =>
  pairs.reduce(
    (result, [pattern, by]) => result.replaceAll(new RegExp(pattern, [...new Set(`${pattern.flags}g`)].join("")), by),
    text,
  );

const TYPOS: Readonly<Record<string, number>> = { rare: 0.1, occasional: 0.5, frequent: 1 };
const EMOJI: Readonly<Record<string, number>> = { light: 0.25, regular: 0.6, heavy: 1 };
const FACES: Record<Mood, readonly string[]> = {
  warm: ["🙂", "😊", "👍"],
  formal: ["🙂"],
  tense: ["😤", "🙄"],
  unsure: ["😅", "🤔"],
};

/** The text in the persona's style. Speech has no typos and no emoticons. */
export function styled(text: string, { say, mood }: Manner, random: () => number): string {
  const tone = say("tone");
  const slang = say("slang_usage");
  let result = tone === "casual" ? replaced(text, CASUAL) : tone === "formal" ? replaced(text, FORMAL) : text;
  if (slang === "moderate" || slang === "heavy") result = replaced(result, SLANG);
  if (/hesitant/.test(say("communication_style")) && !/\bum\b/i.test(result) && random() < 0.5)
    result = `Um, ${lower(result)}`;
  if (random() < (TYPOS[say("typos_frequency")] ?? 0)) result = mistyped(result, random);
  if (say("punctuation") === "minimal") result = runOn(result);
  if (say("punctuation") === "expressive") result = result.replace(/\.$/, "!!");
  if (say("punctuation") === "erratic") result = result.replaceAll(/,/g, " ..").replace(/\.$/, "...");
  const faces = FACES[mood];
  if (random() < (EMOJI[say("emoji_usage")] ?? 0))
    result = `${result} ${faces[Math.floor(random() * faces.length)] ?? ""}`.trim();
  return result;
}

/** Starts with a small letter, unless the text begins with a name. */
const lower = (text: string): string =>
  /^(?:I\b|\p{Lu}\p{Ll}+ \p{Lu})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** Joins sentences with almost no punctuation. */
const runOn = (text: string): string =>
  lower(text)
    .replaceAll(
      /[.!] (The|It|My|No|Number|Okay|Yes|That|There|So|Something|Nobody|Could|Can|What|Is)\b/g,
      (_, word: string) => `, ${lower(word)}`,
    )
    .replaceAll(/[.!] /g, ", ")
    .replace(/[.!]$/, "");

/** Swaps two letters inside a word; numbers and names stay. */
function mistyped(text: string, random: () => number): string {
  const words = text.split(" ");
  const long = words.flatMap((word, index) => (/^[a-z]{5,}[.,!?]?$/.test(word) ? index : []));
  const at = long[Math.floor(random() * long.length)];
  const word = at === undefined ? undefined : words[at];
  if (at === undefined || word === undefined) return text;
  const position = 1 + Math.floor(random() * (word.replace(/\W$/, "").length - 3));
  words[at] = word.slice(0, position) + (word[position + 1] ?? "") + (word[position] ?? "") + word.slice(position + 2);
  return words.join(" ");
}
