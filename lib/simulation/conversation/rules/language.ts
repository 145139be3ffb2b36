// Detects the language of a text by its commonest words. It does not guess if these are unclear.
import { personaOf } from "./prompt";

/** ISO 639's code for an undetermined language. */
export const UNDETERMINED = "und";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Words that almost every sentence of the language has, and words of its shortest sentences. */
const COMMON: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    "the a and is are was were i you it that this these to of for my your have has had can could would will please what which how with not do does did be been there when where who why am yes thanks thank hello hi okay bye goodbye from at by so but if me we they he she his her our their then about any some an or let just good morning wants want asks needs need get into out up now more should still because since after before know only also too very in on like perhaps maybe something anything no",
  ),
  de: words(
    "der die das und ist sind war ich sie es wir mein meine meinen ihr ihre ihnen ein eine einen einem einer nicht kein keine zu von für mit auf im am an den dem des dass wie was wo wer wann warum kann können möchte bitte danke ja nein hallo guten tag abend tschüss auch noch nur schon aber oder wenn habe haben hat bin wird bei nach aus seit mir mich uns okay so da ganz erst dann zuletzt danach in",
  ),
  es: words(
    "el la los las a o y ni es son era yo usted lo le un una unos no de del que en por para con mi su sus se me nos al como qué cuál cuándo dónde quién puede puedo quiero quería quisiera favor gracias sí hola buenos buenas días adiós hasta luego vale muy también pero si he ha está estoy tengo hay este esta eso más ya dos desde mismo",
  ),
  fr: words(
    "le la les et est sont était je vous il elle nous un une des de du ne pas que qui en pour avec mon ma mes votre vos notre ce cette ça se me au aux comme quoi quel quelle quand où comment peux puis pouvez voudrais merci oui non bonjour bonsoir revoir accord très aussi mais si ai a avez suis sur dans c j l d plaît",
  ),
  pt: words(
    "o a os as e é são era eu você lhe um uma não de do da dos das que em no na nos nas por para com meu minha seu sua se me ao como qual quando onde quem pode posso quero queria favor obrigado obrigada sim olá bom boa dia tarde adeus até logo muito também mas já está estou tenho há este esta isso mais foi",
  ),
  it: words(
    "il lo la a o i gli le e è sono era io lei un una uno non di del della che in per con mio mia suo sua si mi ci al come cosa quale quando dove chi può posso vorrei voglio favore grazie sì no salve buongiorno buonasera arrivederci molto anche ma se ho ha sto questo questa più già da nel",
  ),
  nl: words(
    "de het een en is zijn was ik u je we mijn uw niet geen te van voor met op in aan dat die wat hoe waar wie wanneer waarom kan kunt wil graag dank bedankt ja nee hallo goedemorgen dag ook nog maar al of als heb heeft hebben ben wordt bij naar uit",
  ),
  pl: words(
    "i jest są był ja pan pani to nie na w z do od za że się mi mnie mój moja ten ta jak co gdzie kto kiedy czy może mogę chcę chciałbym proszę dziękuję tak dzień dobry widzenia bardzo też ale już mam ma o po dla przy",
  ),
  sv: words(
    "och är var jag du ni det den en ett inte att av för med på i min mitt mina din er kan vill vad hur var när vem varför ja nej tack hej också men om har som till från",
  ),
  tr: words(
    "ve bir bu ben siz için ile ne nasıl nerede ne mi mı değil evet hayır teşekkürler merhaba lütfen ama çok var yok",
  ),
};

/** Scripts that identify the language, or at least rule out those above. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Han}/u, "zh"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Devanagari}/u, "hi"],
  [/\p{Script=Greek}/u, "el"],
  [/[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}]/u, UNDETERMINED],
];

/** With at least this many words but none of those above, a text is in an unknown language. */
const ENOUGH_WORDS = 5;
const LEAST_SHARE = 0.2;

/** An ISO 639 code, `und` for an unrecognized language or a mix of several, null if the text is too short to tell. */
export function languageOf(text: string): string | null {
  for (const [script, language] of SCRIPTS) if (script.test(text)) return language;
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const hits = Object.entries(COMMON)
    .map(([language, common]) => ({ language, common, words: all.filter((word) => common.has(word)) }))
    .toSorted((one, other) => other.words.length - one.words.length);
  const [best, second] = hits;
  const isShort = all.length < ENOUGH_WORDS;
  const unclear = isShort ? null : UNDETERMINED;
  if (!best || best.words.length < (isShort ? 1 : 2) || best.words.length < all.length * LEAST_SHARE) return unclear;
  // Related languages share their commonest words, so only words that the other language lacks count.
  const rivals = second?.words.filter((word) => !best.common.has(word)).length ?? 0;
  const own = best.words.filter((word) => !second?.common.has(word)).length;
  return own >= 2 * rivals && own > 0 ? best.language : unclear;
}

const names = new Intl.DisplayNames(["en"], { type: "language" });
const codes = new Map(
  [
    ...Object.keys(COMMON),
    "ja",
    "zh",
    "ko",
    "hi",
    "ru",
    "uk",
    "ar",
    "he",
    "cs",
    "da",
    "fi",
    "el",
    "hu",
    "id",
    "ms",
    "no",
    "ro",
    "sk",
    "th",
    "vi",
    "bg",
  ].map((code): [string, string] => [names.of(code)?.toLowerCase() ?? code, code]),
);

/** The persona's language, from a code, a tag such as es-MX, or an English name. Null if it is none of these. */
function languageNamed(value: string): string | null {
  const text = value.trim().toLowerCase();
  const code = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*$/.exec(text)?.[1];
  return codes.get(text) ?? code ?? null;
}

export const languageName = (code: string | null): string =>
  code === null || code === UNDETERMINED ? "a language that was not recognized" : (names.of(code) ?? code);

/** The language of a row's customer: the persona's, or else the agent's if it has only one. */
export function spokenLanguage(persona: string, agentLanguages: unknown): string | null {
  const { language, languages } = personaOf(persona) ?? {};
  const named = [language, languages].flat().find((value) => typeof value === "string" && value.trim() !== "");
  if (typeof named === "string") return languageNamed(named);
  const [only, ...others] = Array.isArray(agentLanguages) ? agentLanguages : [];
  return typeof only === "string" && others.length === 0 ? languageNamed(only) : null;
}
