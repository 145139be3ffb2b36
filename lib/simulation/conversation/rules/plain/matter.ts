// What a row's situation is to its customer: told in the first person, with the facts that stand in it.
import { languageOf } from "../language";

export interface Matter {
  /** Sentences in the customer's own words; none where the situation could not be turned round. */
  sentences: readonly string[];
  /** The name of the kind of thing that it is about, in English; null where none is known. */
  topic: keyof typeof topics | null;
}

/** Kinds of things, with their names in the languages that plain customers speak. */
const topics = {
  parcel: {
    is: /\b(?:parcel|package|shipment|delivery)\b/i,
    en: "my parcel",
    es: "mi paquete",
    de: "mein Paket",
    fr: "mon colis",
  },
  order: {
    is: /\b(?:order|ordered|bought|purchase)\b/i,
    en: "my order",
    es: "mi pedido",
    de: "meine Bestellung",
    fr: "ma commande",
  },
  booking: {
    is: /\b(?:book(?:ing|ed)?|reserv\w+|hotel|flight|ticket|seat|room|trip)\b/i,
    en: "my booking",
    es: "mi reserva",
    de: "meine Buchung",
    fr: "ma réservation",
  },
  invoice: {
    is: /\b(?:invoice|bill|billed|charge[ds]?|payment)\b/i,
    en: "an invoice",
    es: "una factura",
    de: "eine Rechnung",
    fr: "ma facture",
  },
  subscription: {
    is: /\b(?:subscription|membership|contract|plan)\b/i,
    en: "my subscription",
    es: "mi suscripción",
    de: "mein Vertrag",
    fr: "mon abonnement",
  },
  appointment: {
    is: /\b(?:appointment|visit|prescription|clinic)\b/i,
    en: "an appointment",
    es: "una cita",
    de: "einen Termin",
    fr: "mon rendez-vous",
  },
  card: {
    is: /\b(?:card|loan|transfer|bank|account statement)\b/i,
    en: "my bank account",
    es: "mi cuenta bancaria",
    de: "mein Konto",
    fr: "mon compte bancaire",
  },
  account: {
    is: /\b(?:account|login|log in|password|sign in)\b/i,
    en: "my account",
    es: "mi cuenta",
    de: "mein Benutzerkonto",
    fr: "mon compte",
  },
  device: {
    is: /\b(?:router|internet|device|phone|laptop|app|machine|software)\b/i,
    en: "a technical problem",
    es: "un problema técnico",
    de: "ein technisches Problem",
    fr: "mon problème technique",
  },
} as const;

const about: Record<string, (topic: string, reference: string | undefined) => string> = {
  en: (topic, reference) =>
    `It's about ${topic}${reference ? `, number ${reference}` : ""}. Could you look into it for me?`,
  es: (topic, reference) =>
    `Se trata de ${topic}${reference ? `, número ${reference}` : ""}. ¿Puede mirarlo, por favor?`,
  de: (topic, reference) =>
    `Es geht um ${topic}${reference ? `, Nummer ${reference}` : ""}. Können Sie bitte nachsehen?`,
  fr: (topic, reference) =>
    `Il s'agit de ${topic}${reference ? `, numéro ${reference}` : ""}. Pouvez-vous regarder, s'il vous plaît ?`,
};
const unknown: Record<string, string> = {
  en: "It's something that I can't settle by myself, and I was told to ask here.",
  es: "Es algo que no puedo resolver por mi cuenta, y me dijeron que preguntara aquí.",
  de: "Ich komme allein nicht weiter, und man hat mich an Sie verwiesen.",
  fr: "C'est quelque chose que je n'arrive pas à régler seul, et on m'a dit de vous demander.",
};

/** The matter in a few words, for those who cannot tell the situation in its own. */
export function briefly({ topic }: Matter, language: string, reference: string | undefined): string {
  const say = about[language] ?? about.en;
  const known = topic === null ? undefined : topics[topic];
  if (!known || !say) return unknown[language] ?? unknown.en ?? "";
  const names: Readonly<Record<string, string | RegExp>> = known;
  return say(String(names[language] ?? known.en), reference);
}

export function matterOf(situation: string, name: string): Matter {
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
/** What is told about the conversation, and not by its customer. */
const ABOUT_IT = /^(?:this conversation|this row|known:|not known:|persona:|outcome:)/i;

/** A sentence about the customer as the customer says it; null where that cannot be done without guessing. */
function firstPerson(sentence: string, name: string): string | null {
  if (ABOUT_IT.test(sentence)) return null;
  const [first = ""] = name.split(" ");
  const names = [name, first].filter((one) => one !== "").map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const who = [...names, ROLES].join("|");
  // Age, work and place stand between commas after the name.
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
  // Somebody else may be meant by what is left of he and she.
  return /\b(?:he|she|they|him|them|you|your|the (?:customer|caller|user))\b|\{\{|\}\}/i.test(turned)
    ? null
    : upper(turned);
}

/** The verbs of the customer in the first person: the first, and those that follow after "and". */
const verbs = (text: string): string =>
  verb(text).replaceAll(/(,? (?:and|but|then) (?:also |now |still )?)(\w+)/g, (whole, link: string, word: string) => {
    const said = THIRD[word];
    return said === undefined ? whole : `${link}${said}`;
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
      const said = THIRD[word];
      return said === undefined &&
        !/^(?:was|had|did|will|would|can|could|cannot|should|must|may|\w+ed|bought|sent|paid|got|lost|left|went|came|made|found|wrote|saw|took)$/.test(
          word,
        )
        ? whole
        : `I ${said ?? word}`;
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
