// What a row's customer knows, and which facts the agent asks for.
import { isRecord } from "@/lib/records";
import { personaOf } from "../prompt";

const factNames = ["name", "reference", "date", "contact", "unknown"] as const;
export type FactName = (typeof factNames)[number];
export type Facts = Partial<Record<FactName, string>>;

/** Columns about the conversation itself, which a customer cannot tell. */
const NOT_TOLD =
  /^(?:persona|situation|outcome|script|conversation_branch|branch_category|initial_state|task_id)$|^expected_/;
/** Placeholders in rows that give no real name. */
const NOBODY = /^(?:the )?(?:customer|caller|user)?$/i;
const INTRODUCED = /\b(?:You are|Your name is) (\p{Lu}\p{L}+ \p{Lu}\p{L}+)/u;
const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December";
const DATE = new RegExp(
  `\\b(?:(?:on )?\\d{1,2} (?:${MONTHS})(?: \\d{4})?|(?:on )?(?:${MONTHS}) \\d{1,2}(?:, \\d{4})?|\\d{4}-\\d{2}-\\d{2})`,
  "i",
);
const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]*\w/;
const PHONE = /\+\d[\d ()-]{6,}\d/;
/** Numbers, and letters with numbers; no amounts of money. */
const REFERENCE = /(?<![$€£\d.,:-])#?\b[A-Z]{0,4}-?\d[A-Z\d]*(?:-[A-Z\d]+)*\b/g;

/**
 * The text that is most likely the customer's number: prefers letters with digits to digits alone, and skips ages and
 * other short ranges.
 */
function referenceIn(text: string): string | undefined {
  const found = [...text.matchAll(REFERENCE)].map(([one]) => one);
  const digits = (one: string) => one.replaceAll(/\D/g, "").length;
  return (
    found.find((one) => /^#|[A-Z]/.test(one) && one.length >= 3) ??
    found.find((one) => digits(one) >= (one.includes("-") ? 5 : 3))
  );
}

export function factsOf(cells: Readonly<Record<string, string>>): Facts {
  const situation = cells.situation ?? "";
  const known = Object.entries(cells).filter(([column]) => !NOT_TOLD.test(column));
  const cell = (pattern: RegExp) => known.find(([column, text]) => pattern.test(column) && isPlain(text))?.[1].trim();
  const everything = [situation, ...known.map(([, text]) => text)].join(" \n ");
  const name = personaOf(cells.persona ?? "")?.name;
  const date = cell(/date|_day$/) ?? DATE.exec(situation)?.[0];
  const undated = situation.replaceAll(new RegExp(DATE, "gi"), " ");
  const found: Record<FactName, string | undefined> = {
    name: typeof name === "string" && !NOBODY.test(name) ? name : (cell(/name/) ?? INTRODUCED.exec(situation)?.[1]),
    reference: cell(/order|reference|booking|invoice|ticket|case|_id$|number/) ?? referenceIn(undated),
    date,
    contact: EMAIL.exec(everything)?.[0] ?? PHONE.exec(everything)?.[0],
    unknown: undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined && text !== ""));
}

/** The cell's text, used unchanged. */
function isPlain(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > 80) return false;
  try {
    const value: unknown = JSON.parse(trimmed);
    return !isRecord(value) && !Array.isArray(value);
  } catch {
    return true;
  }
}

const QUESTIONS: Record<FactName, RegExp> = {
  name: /\b(?:your|full|first|last|sur)[- ]?name\b|who (?:am i|is) (?:speaking|talking)|\bnombre\b|cómo se llama|\bname(?:n)?\b.*\?|wie heißen|votre nom\b|comment vous appelez/i,
  reference:
    /\b(?:order|booking|reference|tracking|parcel|invoice|account|customer|ticket|case|policy|confirmation|contract|card|serial) (?:number|id|code|no)\b|\bwhich (?:order|booking|parcel|invoice)\b|\bthe number\b|número de|\bnummer\b|numéro de/i,
  date: /\bwhen (?:did|was|were|have|has)\b|\bwhat date\b|\bwhich (?:date|day)\b|\bthe date\b|qué (?:día|fecha)|cuándo (?:fue|lo|la)|\bwann (?:war|haben)\b|welche[mn]? (?:tag|datum)|quelle date|quand (?:avez|était)/i,
  contact:
    /\be-?mail\b|\bphone number\b|\bcontact (?:details|number)\b|correo|teléfono|telefonnummer|adresse e-?mail|téléphone/i,
  unknown:
    /\b(?:date of birth|postcode|zip code|address|pin|password|last four|security)\b|fecha de nacimiento|código postal|dirección|geburtsdatum|postleitzahl|adresse|date de naissance|code postal/i,
};

/** An offer is not a question. */
const OFFERS =
  /\b(?:would you like (?:us|me|a|an|to)|shall (?:i|we)|should (?:i|we)|do you want)\b|¿(?:quiere|desea)|\b(?:soll(?:en)? (?:ich|wir)|möchten sie)\b|voulez-vous|souhaitez-vous/i;

/** The facts that an agent's text asks for, as a question or an instruction. */
export function factsAsked(text: string): FactName[] {
  const sentences = text
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => !OFFERS.test(sentence))
    .filter((sentence) =>
      /\?|\b(?:please|tell me|give me|provide|share|confirm|need)\b|por favor|necesito|bitte|brauche|s'il vous plaît|besoin/i.test(
        sentence,
      ),
    );
  return factNames.filter((name) =>
    sentences.some((sentence) =>
      QUESTIONS[name].test(
        name === "unknown" ? sentence.replaceAll(/e-?mail address|adresse e-?mail/gi, "") : sentence,
      ),
    ),
  );
}
