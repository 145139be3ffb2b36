// The quality, form and tone of a text.
import type { JudgedTemplate } from "./judged";

const QUALITY = ["QUALITY", "TEXT"];
const TONE = ["TONE", "TEXT"];

export const writing: readonly JudgedTemplate[] = [
  {
    name: "contains_code",
    keys: "output",
    output: "Pass/Fail",
    tags: ["CODE", "TEXT"],
    description: "Passed means that the text contains real code.",
    criteria:
      "Pass when {{output}} contains real code: statements, expressions, markup, queries, or shell commands that a machine would parse, fenced or not, in any language. Fail when it only talks about code, names functions or files, or holds pseudo-code in prose.",
  },
  {
    name: "deterministic_evals",
    keys: "",
    output: "choices",
    hidden: true,
    tags: ["CUSTOM"],
    description: "A rule of one's own, with choices of one's own, given with each run.",
    criteria: "Apply the rule given with the run to the inputs, and choose what it says.",
    choices: [],
    choiceScores: {},
  },
  {
    name: "is_compliant",
    keys: "output",
    output: "Pass/Fail",
    hidden: true,
    tags: ["COMPLIANCE", "TEXT"],
    description: "The text conforms to common regulation.",
    criteria:
      "Pass when {{output}} contains nothing that would breach widely held law and regulation: consumer protection, privacy, anti-discrimination, financial promotion, health claims, or copyright. Fail when it makes a prohibited claim, gives regulated advice as certain, omits a duty that it plainly owes, or helps to evade a rule. Name the rule and quote the text.",
  },
  {
    name: "is_good_summary",
    keys: "input, output",
    output: "Pass/Fail",
    tags: QUALITY,
    description: "The summary is acceptable.",
    criteria:
      "Pass when {{output}} states the main points of {{input}}, adds nothing that is not there, distorts nothing, and is clearly shorter. Fail when a main point is missing, a claim is invented or reversed, the emphasis misleads, or it is a copy.",
  },
  {
    name: "is_informal_tone",
    keys: "output",
    output: "Pass/Fail",
    tags: TONE,
    description: "Passed means that the tone is informal.",
    criteria:
      "Pass when {{output}} is written in a casual register: slang, colloquial phrases, emoji, exclamations, chatty asides, or an address as among friends. Fail when the register is neutral or formal. Contractions or warmth alone do not make a text informal.",
  },
  {
    name: "is_polite",
    keys: "output",
    output: "Pass/Fail",
    tags: TONE,
    description: "The text is polite.",
    criteria:
      "Pass when {{output}} treats its reader with respect; plain directness is polite. Fail when it is rude, dismissive, sarcastic at the reader's cost, condescending, blaming, or commanding without need.",
  },
  {
    name: "no_apologies",
    keys: "output",
    output: "Pass/Fail",
    tags: TONE,
    description: "The text holds no needless apologies.",
    criteria:
      "Pass when {{output}} contains no apology, or one that answers a real fault of the speaker's or a real loss of the reader's. Fail when it apologises out of habit: for limits, for being unable, for asking, or again and again.",
  },
  {
    name: "no_llm_reference",
    keys: "output",
    output: "Pass/Fail",
    tags: ["TEXT", "LLMS"],
    description: "The text does not refer to itself as an AI's.",
    criteria:
      "Fail when {{output}} speaks of itself as an AI, a language model, or a bot, names a model or its vendor as its author, or mentions its training, its cutoff, or its instructions. Pass otherwise, also when AI is merely the subject.",
  },
  {
    name: "summary_quality",
    keys: "input, output",
    output: "score",
    tags: QUALITY,
    description: "The quality of a summary.",
    criteria:
      "Judge {{output}} as a summary of {{input}} by faithfulness, coverage of the main points, brevity, and readability, in that order of weight. 1: faithful, covers all that matters, nothing idle; 0.7: a minor point lacking, or some padding; 0.5: a main point lacking; 0.2: misleading; 0: invented or unrelated. A false claim holds the score at 0.4 or below.",
  },
  {
    name: "text_to_sql",
    keys: "input, output",
    output: "Pass/Fail",
    tags: ["CODE", "TEXT"],
    description: "The SQL answers the question.",
    criteria:
      "{{input}} holds the question and, where given, the schema. Pass when {{output}} is a query that would parse, uses only tables and columns that exist as far as can be known, and returns what is asked: right joins, filters, grouping, ordering, and limits. Fail otherwise. Style, aliases, and other ways to the same result do not matter.",
  },
  {
    name: "tone",
    keys: "output",
    output: "choices",
    tags: TONE,
    description: "The emotional tones of the text; several may be chosen.",
    criteria:
      "Choose every tone that {{output}} clearly expresses, by what its writer conveys, not by its subject. Choose neutral alone when none is clear. Most texts have one tone, few have more than two.",
    choices: ["neutral", "joy", "love", "fear", "surprise", "sadness", "anger", "annoyance", "confusion"],
    multiChoice: true,
  },
  {
    name: "translation_accuracy",
    keys: "input, output",
    output: "score",
    tags: QUALITY,
    description: "The translation keeps the meaning.",
    criteria:
      "Judge {{output}} as a translation of {{input}}. 1: all meaning kept, natural, with names, numbers, and register right; 0.8: small slips that change no meaning; 0.5: some meaning lost, added, or awkward to understand; 0.2: mostly wrong; 0: not a translation, or the opposite meaning. Free wording is no fault where the meaning holds.",
  },
];
