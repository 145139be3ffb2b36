// How similar two texts are, for the rules that find faults.
/** Scripts that put no spaces between words, with their marks. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;
const STRETCH = new RegExp(String.raw`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\p{L}\p{N}'])+`, "gu");
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, "u");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
/** A particle or an ending; several may be one polite word. */
const IS_PARTICLE = /^\p{scx=Hiragana}$/u;
const IS_ENDING = /^\p{scx=Hiragana}+$/u;
const segmenter = new Intl.Segmenter("ja", { granularity: "word" });
const FILLER = new Set(
  "about after again also another anything because been before being between both cannot could does doing don't down during each every from have having here hers herself himself into itself just like made make maybe more most much myself need needs only other ours over please really right said same should some something such sure than thank thanks that that's their theirs them then there these they thing things think this those through today under until very want wants was were what when where which while who whom whose will with without would yeah your yours yourself hello okay know well good great would've i'd i'm i've it's let's".split(
    " ",
  ),
);

const segmentsOf = (text: string): string[] =>
  [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));

/** How many words somebody speaks, also in a language without spaces. */
export const wordCount = (text: string): number =>
  (text.match(/\S+/g) ?? []).reduce((sum, one) => sum + (HAS_UNSPACED.test(one) ? segmentsOf(one).length : 1), 0);

export const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(STRETCH) ?? []).flatMap((stretch) =>
    IS_UNSPACED.test(stretch) ? segmentsOf(stretch).filter((segment) => !IS_PARTICLE.test(segment)) : [stretch],
  );

/** A word of a script without spaces is short, and its endings are words of their own. */
const isContent = (word: string): boolean =>
  IS_UNSPACED.test(word) ? word.length >= 2 && !IS_ENDING.test(word) : word.length >= 4 || /\d/.test(word);

/** Content words, without their endings. */
export const contentWords = (text: string): Set<string> =>
  new Set(
    wordsIn(text)
      .filter((word) => isContent(word) && !FILLER.has(word))
      .map((word) =>
        word.replace(/'s$/, "").replace(/(?:ing|ed|es|s)$/, (end) => (word.length - end.length >= 3 ? "" : end)),
      ),
  );

/** Jaccard's index of the two sets of words: 1 for equal sets, 0 for none in common. */
function likeness(one: string, other: string): number {
  const [left, right] = [new Set(wordsIn(one)), new Set(wordsIn(other))];
  if (left.size === 0 || right.size === 0) return left.size === right.size ? 1 : 0;
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared / (left.size + right.size - shared);
}

const SAME = 0.9;
const SHORTEST_REPEAT = 4;

/** Whether a speaker with both texts repeats itself. Short agreement may be repeated. */
export const isRepeat = (one: string, other: string): boolean =>
  wordsIn(one).length >= SHORTEST_REPEAT && likeness(one, other) >= SAME;
