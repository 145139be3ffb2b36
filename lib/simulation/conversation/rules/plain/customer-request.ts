// Turns a row's situation into the customer's words: first person, with the facts in it.
import { languageOf } from "../language";
import { topics } from "./topics";

export interface CustomerRequest {
  /** Sentences in the customer's own words; none if the situation could not be converted. */
  sentences: readonly string[];
  /** The English name of the topic; null if unknown. */
  topic: keyof typeof topics | null;
}

export function customerRequestOf(situation: string, name: string): CustomerRequest {
  const text = situation
    .replaceAll(/\([^)]*\)/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[.,;!?])/g, "")
    .trim();
  const topic = keys(topics).find((one) => topics[one].is.test(text)) ?? null;
  if (text === "" || languageOf(text) !== "en") return { sentences: [], topic };
  const sentences = text.split(/(?<=[.!?])\s+(?=[A-Z“"'])/);
  const own = sentences.flatMap((sentence) => firstPerson(sentence, name) ?? []);
  return { sentences: own, topic };
}

const keys = <T extends object>(value: T) => Object.keys(value) as (keyof T)[]; // safe: the keys of that object

const ROLES = "the customer|the caller|the user|a customer|a caller|a user|customer|caller|user|he|she|they|you|i";
/** Sentences about the conversation, which the customer does not say. */
const ABOUT_IT = /^(?:this conversation|this row|known:|not known:|persona:|outcome:)/i;

/** A sentence about the customer in the customer's words; null if that would need guessing. */
function firstPerson(sentence: string, name: string): string | null {
  if (ABOUT_IT.test(sentence)) return null;
  const [first = ""] = name.split(" ");
  const names = [name, first].filter((one) => one !== "").map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const who = [...names, ROLES].join("|");
  // Age, job and town, between commas after the name.
  const bare = sentence.replace(new RegExp(`^(${who}),.*,\\s+(?=(?:${VERBS})\\b)`, "i"), "$1 ");
  const subject = new RegExp(`^(?:${who})(?:'s)?\\s+`, "i").exec(bare);
  const isOwn = subject !== null && !/'s\s*$/.test(subject[0]);
  const possessive = subject !== null && !isOwn;
  const rest = isOwn
    ? `I ${verbs(bare.slice(subject[0].length))}`
    : possessive
      ? `My ${bare.slice(subject[0].length)}`
      : bare;
  const turned = pronouns(rest, new RegExp(`\\b(?:${names.join("|") || "(?!)"})('s)?\\b`, "g"));
  // Remaining uses of he and she may refer to somebody else.
  return /\b(?:he|she|they|him|them|you|your|the (?:customer|caller|user))\b|\{\{|\}\}/i.test(turned)
    ? null
    : upper(turned);
}

/** Puts the customer's verbs into the first person: the first one, and those after "and". */
const verbs = (text: string): string =>
  verb(text).replaceAll(/(,? (?:and|but|then) (?:also |now |still )?)(\w+)/g, (whole, link: string, word: string) => {
    const thirdPerson = THIRD[word];
    return thirdPerson === undefined ? whole : `${link}${thirdPerson}`;
  });

const THIRD: Readonly<Record<string, string>> = {
  is: "am",
  has: "have",
  does: "do",
  wants: "want",
  needs: "need",
  hopes: "hope",
  wishes: "wish",
  asks: "ask",
  thinks: "think",
  believes: "believe",
  knows: "know",
  says: "say",
  owns: "own",
  likes: "like",
  tries: "try",
  gets: "get",
  lives: "live",
  plans: "plan",
  expects: "expect",
  feels: "feel",
  remembers: "remember",
  prefers: "prefer",
  uses: "use",
  pays: "pay",
  calls: "call",
  writes: "write",
  fears: "fear",
  wonders: "wonder",
  are: "am",
  doesn: "don",
  isn: "am not",
};

const VERBS = `${Object.keys(THIRD).join("|")}|contacts|reaches|ordered|bought|was|had|cannot|received|paid|lost|booked`;

function verb(text: string): string {
  const asks =
    /^(?:asks|wonders|is asking|would like to know|wants to know) (whether|if|where|when|why|how|what|which|who)\b/i.exec(
      text,
    );
  if (asks) return `would like to know ${text.slice(asks[0].length - (asks[1]?.length ?? 0))}`;
  const wants =
    /^(?:asks|is asking|calls|is calling|writes|is writing|contacts|reaches out)(?: to)?(?: [^.,]{1,60}?)? (?:for|about|because of)\b/i.exec(
      text,
    );
  if (wants) return `have a question about${text.slice(wants[0].length)}`;
  const because = /^(?:calls|is calling|writes|is writing|reaches out) because\b/i.exec(text);
  if (because) return `am writing because${text.slice(because[0].length)}`;
  const [word = ""] = text.split(/[\s,.]/);
  return `${THIRD[word] ?? word}${text.slice(word.length)}`;
}

const BEFORE_NOUN = /^(?:$|[,.;!?]|(?:to|for|and|or|but|because|that|when|if|about|by|in|on|at|from|with)\b)/;

function pronouns(text: string, names: RegExp): string {
  return text
    .replaceAll(names, (_, owns: string | undefined) => (owns ? "my" : "me"))
    .replaceAll(/\b(he|she|they) (\w+)/gi, (whole, __, word: string) => {
      const thirdPerson = THIRD[word];
      return thirdPerson === undefined &&
        !/^(?:was|had|did|will|would|can|could|cannot|should|must|may|\w+ed|bought|sent|paid|got|lost|left|went|came|made|found|wrote|saw|took)$/.test(
          word,
        )
        ? whole
        : `I ${thirdPerson ?? word}`;
    })
    .replaceAll(/\b(?:himself|herself|themselves|yourself)\b/gi, "myself")
    .replaceAll(/\b(?:his|their|your)\b/gi, "my")
    .replaceAll(/\bher\b(?=(\s*\S*))/gi, (_, next: string) => (BEFORE_NOUN.test(next.trim()) ? "me" : "my"))
    .replaceAll(
      /\byou (are|were|have|want|need|would|had|did|do|cannot|can|received|bought|ordered|wish)\b/gi,
      (_, word: string) => `I ${word === "are" ? "am" : word === "were" ? "was" : word}`,
    );
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
