// How similar two texts are, for the rules that find faults.
const WORD = /[\p{L}\p{N}']+/gu;
const FILLER = new Set(
  "about after again also another anything because been before being between both cannot could does doing don't down during each every from have having here hers herself himself into itself just like made make maybe more most much myself need needs only other ours over please really right said same should some something such sure than thank thanks that that's their theirs them then there these they thing things think this those through today under until very want wants was were what when where which while who whom whose will with without would yeah your yours yourself hello okay know well good great would've i'd i'm i've it's let's".split(
    " ",
  ),
);

export const wordsIn = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** Content words, without their endings. */
export const contentWords = (text: string): Set<string> =>
  new Set(
    wordsIn(text)
      .filter((word) => (word.length >= 4 || /\d/.test(word)) && !FILLER.has(word))
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
