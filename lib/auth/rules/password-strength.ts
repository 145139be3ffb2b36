// Whether a new password is hard enough to guess, by what guessers try first: words of the person, common passwords,
// repetitions, runs of the keyboard, dates. Server and browser judge alike; the dictionary is loaded when first needed.

/** Of 4, by zxcvbn: some hundred million guesses, where limits on sign-ins let a few thousand a day pass. */
const LEAST_SCORE = 3;
/** Judging takes longer by the square; whoever passes with the beginning passes with the whole. */
const JUDGED_CHARACTERS = 48;
const LEAST_OF_ONES_OWN = 6;
const PRODUCT = "Assay";

const reasons: Record<string, string> = {
  userInputs: "It is made of your name, your email or the organization's name, which others know.",
  topTen: "It is one of the passwords that are guessed first.",
  topHundred: "It is one of the passwords that are guessed first.",
  common: "It is one of the passwords that are guessed first.",
  similarToCommon: "It is close to one of the passwords that are guessed first.",
  simpleRepeat: "It repeats a few characters.",
  extendedRepeat: "It repeats a few characters.",
  sequences: "It is a run of the alphabet or of numbers.",
  straightRow: "It is a run of keys.",
  keyPattern: "It is a run of keys.",
  dates: "It is a date.",
  recentYears: "It is a year.",
};

/** Why a password is refused and what would help; null for a good one. `about` is what others know of the person. */
export async function passwordProblem(password: string, about: readonly string[] = []): Promise<string | null> {
  const words = known(about);
  const { score, feedback } = (await judge()).check(beginning(password), words);
  const isTheirs = saysLittleBeside(words, password);
  if (score >= LEAST_SCORE && !isTheirs) return null;
  const reason = reasons[isTheirs ? "userInputs" : (feedback.warning ?? "")] ?? "It is easy to guess.";
  return `${reason} Take a few words that do not belong together, or let a password manager make one.`;
}

/** Whether a password consists of what others know and a few characters more. */
function saysLittleBeside(words: readonly string[], password: string): boolean {
  const lower = password.toLowerCase();
  const rest = words
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word.toLowerCase(), ""), lower);
  return rest !== lower && rest.replaceAll(/[^\p{L}\p{N}]/gu, "").length < LEAST_OF_ONES_OWN;
}

let loaded: ReturnType<typeof load> | undefined;

function judge(): ReturnType<typeof load> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

const beginning = (text: string): string => text.slice(0, JUDGED_CHARACTERS);

/** The texts as they are, their words, and the words written as one. */
const known = (about: readonly string[]): string[] =>
  [...about, PRODUCT].flatMap((text) => {
    const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
    return [text, text.split("@")[0] ?? "", words.join(""), ...words].filter((entry) => entry !== "").map(beginning);
  });
