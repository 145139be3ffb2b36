// Personal data: what has a check digit is checked by it, what has none needs its name beside it.
import type { Entity, GuardrailConfig } from "@/lib/contracts/gateway/guardrails";
import { isIban, passesLuhn } from "../check-digits";
import { type Detector, scoreByCount } from "../finding";
import { finders, type Pattern, reachOf } from "../patterns";
import { awsKey, urlCredentials } from "./secrets";

const digitsIn = (text: string): string => text.replaceAll(/\D/g, "");

/** Area, group and serial numbers that the Social Security Administration gives out. */
const isSsn = (text: string): boolean => {
  const [first = "", second] = text
    .split(/\d+/)
    .slice(1)
    .map((gap) => gap.trim());
  const isWritten = first === second || /^-?$/.test(`${first}${second}`);
  return isWritten && !/^(?:000|666|9\d\d)|^...(?:00)|0000$/.test(digitsIn(text));
};

/** Issuers of cards by the first digits of their numbers (ISO/IEC 7812). */
const issuer = /^(?:2(?:2[2-9]|[3-6]|7[012]|20[0-4])|3[0-9]|[456])/;

/** How cards' numbers are grouped: in groups of one length, the last may be shorter or longer, or as American Express does. */
function isGrouped(text: string): boolean {
  const lengths = text.split(/\D+/).map(({ length }) => length);
  if (lengths[0] === 4 && lengths[1] === 6) return lengths.length === 3;
  return lengths.slice(0, -1).every((length) => length === lengths[0]);
}

/** Numbers with the length of a card, of an issuer that exists, with Luhn's digit at the end; not all of one digit. */
function isCard(text: string): boolean {
  const digits = digitsIn(text);
  const isWritten = /^\d(?:[ -]?\d)*$/.test(text) || isGrouped(text);
  return digits.length >= 13 && isWritten && issuer.test(digits) && !/^(\d)\1+$/.test(digits) && passesLuhn(digits);
}

/** A card in one group, or in the groups that cards have, with one character between them. Columns of a table have more. */
const isCardAmongOthers = (text: string): boolean =>
  /^(?:\d+|\d{4}([ -])\d{4}(?:\1\d{4}){1,2}(?:\1\d{1,4})?|\d{4}([ -])\d{6}\2\d{4,5})$/.test(text) && isCard(text);

/** Area, exchange and subscriber, whatever is between them. Numbers in other columns or lines are rarely parts of one. */
const inThreeGroups = /^(?:1\D+)?\(?\d{3}\D+\d{3}\D+\d{4}$/;
/** Groups run together, or pairs at the end. The area's three digits are never split: a date with an hour has ten digits too. */
const inOtherGroups =
  /^\(?(?:1[ ().+-]*)?(?:\(?\d{3}[ ().+-]*\d{3}[ ().+-]*\d{4}|\(?\d{3}[ ().+-]+\d{3}[ ().+-]+\d\d[ ().+-]+\d\d)$/;

/** An international or North American number; E.164 has 15 digits at most. */
function isPhone(text: string): boolean {
  const digits = digitsIn(text);
  if (text.startsWith("+")) return digits.length >= 8 && digits.length <= 15 && !/\s\+/.test(text);
  return /^1?[2-9]\d\d[2-9]\d{6}$/.test(digits) && (inThreeGroups.test(text) || inOtherGroups.test(text));
}

/** A country's code, an area in brackets, groups with one kind of separator, an extension. Signed figures have two signs. */
const international = /^\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,14}(?:([ .-])\d{2,14}(?:\1\d{2,14})*)?(?:-\d{1,4})?$/;
const northAmerican = /^(?:1[ .-]?)?(?:\(\d{3}\)[ .-]?|\d{3}[ .-])\d{3}[ .-]\d{4}$/;

/** A number as people write it, in one column: any two figures may be neighbours. */
const isPhoneAmongOthers = (text: string): boolean =>
  (international.test(text) || northAmerican.test(text) || /^\d{10,11}$/.test(text)) && isPhone(text);

/** Two places of digits and letters at least hang together, so that times of day and ports are none. */
function isIpv6(text: string): boolean {
  const halves = text.split("::");
  const groups = halves.flatMap((half) => half.split(":")).filter((group) => group !== "");
  if (halves.length > 2 || groups.some((group) => group.length > 4)) return false;
  return halves.length === 2 ? groups.length >= 2 && groups.length <= 7 : groups.length === 8;
}

const isDate = (text: string): boolean => {
  const [first = 0, second = 0, third = 0] = text.split(/\D+/).map(Number);
  const [year, month, day] =
    first > 31 ? [first, second, third] : [third, Math.min(first, second), Math.max(first, second)];
  return year >= 1900 && year <= 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
};

/** What may separate the digits of a number: white space including line breaks, a dash, a dot, and similar characters. */
const GAP = "(?:\\s{0,2}[-._/·•∙⋅‧・。+|*~]\\s{0,2}|\\s{1,3})";
/** Between the groups of a card's number: bold, or brackets and backquotes. */
const MARK = "(?:\\*\\*\\s{1,2}\\*\\*|[`()]{1,3}(?:\\s{1,2}[`()]{1,3})?)";
const MARKED_CARD = `\\d{4}(${MARK})(?:\\d{4}\\1\\d{4}\\1\\d{4}|\\d{6}\\1\\d{5})`;
/** Groups between commas or colons: only if that is all, because lists of figures have more. */
const LISTED_CARD = "(?<!\\d[,:])\\d{4}([,:])(?:\\d{4}\\2\\d{4}\\2\\d{4}|\\d{6}\\2\\d{5})(?![,:]\\d)";
const octet = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";

const patterns: Record<Entity, Pattern> = {
  email: {
    expression: /(?<![\w.+%-])[\w+%-][\w.+%-]{0,63}@(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}\b/gi,
    longest: 350,
  },
  phone: {
    expression: new RegExp(
      `(?<![\\w.+-])(?:\\+\\d{1,3}${GAP}?)?(?:\\(\\d{1,4}\\)${GAP}?)?\\d{1,4}(?:${GAP}?\\d{2,4}){1,5}(?![\\w-]|\\.\\d)`,
      "g",
    ),
    longest: 70,
    holds: isPhone,
    amongOthers: { begin: /^(?:\+|\(?\d{3}\D|1\D|\d{10})/, holds: isPhoneAmongOthers },
  },
  ssn: {
    expression: new RegExp(`(?<![\\w-])\\d{3}${GAP}\\d{2}${GAP}\\d{4}(?![\\w-])`, "g"),
    longest: 21,
    holds: isSsn,
  },
  credit_card: {
    expression: new RegExp(
      `(?<![\\w.-])(?:\\d(?:${GAP}?\\d){12,18}|${MARKED_CARD}|${LISTED_CARD})(?![\\w-]|\\.\\d)`,
      "g",
    ),
    longest: 112,
    holds: isCard,
    amongOthers: { begin: /^\d{4}/, holds: isCardAmongOthers },
  },
  ipv4: { expression: new RegExp(`(?<![\\w.])${octet}(?:\\.${octet}){3}(?![\\w-]|\\.\\d)`, "g"), longest: 18 },
  ipv6: { expression: /(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\w:])/gi, longest: 42, holds: isIpv6 },
  dob: {
    expression:
      /\b(?:date of birth|birth ?date|birthday|born(?: on)?|d\.?o\.?b)\b[^\w\n]{0,5}(?:is |was )?(?<found>\d{1,4}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{2,4})(?!\d)/gi,
    longest: 49,
    holds: isDate,
  },
  passport: {
    expression: /\bpassport(?: (?:no|number|nr|id))?\b[^\w\n]{0,5}(?:is |was )?(?<found>[A-Z]{0,2}\d{6,9}[A-Z]?)\b/gi,
    longest: 50,
  },
  drivers_license: {
    expression:
      /\bdriv(?:er'?s?|ing) licen[cs]e(?: (?:no|number|nr|id))?\b[^\w\n]{0,5}(?:is |was )?(?<found>[A-Z0-9][A-Z0-9-]{5,19})(?![\w-])/gi,
    longest: 70,
    holds: (text) => digitsIn(text).length >= 4,
  },
  iban: {
    expression: new RegExp(`(?<!\\w)[A-Z]{2}\\d{2}(?:${GAP}?[A-Z0-9]{4}){2,7}(?:${GAP}?[A-Z0-9]{1,4})?(?!\\w)`, "gi"),
    longest: 76,
    holds: isIban,
    amongOthers: { begin: /^/, holds: isIban },
  },
  zip_code: {
    expression:
      /\b(?:zip(?: ?code)?|postal code|[A-Z][a-z]{2,20}, [A-Z]{2})[^\w\n]{1,3}(?<found>\d{5}(?:-\d{4})?)(?![\w-])/g,
    longest: 45,
  },
  mac_address: {
    expression:
      /(?<![\w:-])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![\w:-])|(?<![\w:-])(?:[0-9a-f]{2}-){5}[0-9a-f]{2}(?![\w:-])/gi,
    longest: 19,
  },
  ein: {
    expression:
      /\b(?:ein|employer identification(?: number)?|tax id)\b[^\w\n]{0,5}(?:is )?(?<found>\d{2}[-. ]\d{7})(?![\w-])/gi,
    longest: 55,
  },
  mrn: {
    expression: /\b(?:mrn|medical record(?: (?:no|number))?)\b[^\w\n]{0,5}(?:is )?(?<found>[A-Z]{0,3}\d{5,12})\b/gi,
    longest: 55,
  },
  bitcoin: { expression: /(?<!\w)(?:bc1[ac-hj-np-z02-9]{25,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})(?!\w)/g, longest: 92 },
  aws_key: awsKey,
  api_key: {
    expression: /\b(?:sk|pk|rk|api|key|token)[-_][\w-]{20,200}/gi,
    longest: 208,
    certain: 28,
    holds: (text) => digitsIn(text).length >= 3,
  },
  url_credentials: urlCredentials,
};

export function personalData({ entities, max_entities, remediation }: GuardrailConfig<"pii-detection">): Detector {
  const chosen = Object.entries(patterns).filter(([entity]) => !entities || entities.some((name) => name === entity));
  return {
    // Every kind has one of these.
    worth: /[\d@:]/,
    finders: finders(chosen),
    conclude: scoreByCount(max_entities, "Personal data"),
    reach: reachOf(
      chosen.map(([, pattern]) => pattern),
      remediation !== "block",
    ),
  };
}
