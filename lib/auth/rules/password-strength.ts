// Whether a new password is hard enough to guess, by what attackers try first: personal details, common passwords,
// repetitions, keyboard patterns, dates. Server and browser use the same check; the dictionary is loaded on first use.

/** Of 4, by zxcvbn: about a hundred million guesses, while sign-in limits allow a few thousand a day. */
const LEAST_SCORE = 3;
/** The check takes quadratic time. A password whose beginning passes also passes as a whole. */
const JUDGED_CHARACTERS = 48;
const LEAST_OF_ONES_OWN = 6;
const PRODUCT = "Assay";

const reasons: Record<string, string> = {
  userInputs: "It consists of your name, your email or the organization's name, which are easy to guess.",
  topTen: "It is a very common password.",
  topHundred: "It is a very common password.",
  common: "It is a very common password.",
  similarToCommon: "It is similar to a very common password.",
  simpleRepeat: "It repeats a few characters.",
  extendedRepeat: "It repeats a few characters.",
  sequences: "It is a sequence of letters or numbers.",
  straightRow: "It is a keyboard pattern.",
  keyPattern: "It is a keyboard pattern.",
  dates: "It is a date.",
  recentYears: "It is a year.",
};

/** Why a password is refused and what to use instead; null if it is good. `about` holds personal details of the user. */
export async function passwordProblem(password: string, about: readonly string[] = []): Promise<string | null> {
  const knownWords = known(about);
  const { score, feedback } = (await judge()).check(beginning(password), knownWords);
  const isTheirs = saysLittleBeside(knownWords, password);
  if (score >= LEAST_SCORE && !isTheirs) return null;
  const reason = reasons[isTheirs ? "userInputs" : (feedback.warning ?? "")] ?? "It is easy to guess.";
  return `${reason} Use a few unrelated words, or let a password manager generate one.`;
}

/** Whether a password consists of personal details and a few more characters. */
function saysLittleBeside(words: readonly string[], password: string): boolean {
  const lower = password.toLowerCase();
  const rest = words
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word.toLowerCase(), ""), lower);
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

/** The texts, their words, and the words joined together. */
const known = (about: readonly string[]): string[] =>
  [...about, PRODUCT].flatMap((text) => {
    const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
    return [text, text.split("@")[0] ?? "", words.join(""), ...words].filter((entry) => entry !== "").map(beginning);
  });
