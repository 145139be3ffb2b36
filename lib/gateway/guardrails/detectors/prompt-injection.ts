// Prompt injection: six groups of phrases in which texts try to take a model over, each with its weight.
import type { GuardrailConfig } from "@/lib/contracts/gateway/guardrails";
import type { Detector } from "../finding";
import { finders, type Pattern } from "../patterns";

const rules =
  "(?:instructions?|prompts?|rules?|directions?|guidelines?|guardrails?|messages?|commands?|orders?|programming)";
const yours =
  "(?:(?:your|the|these|those|my|any|every|all|of|previous|prior|above|earlier|preceding|initial|original|system|safety|existing|given)\\s{1,5}){1,6}";

const groups: Record<string, { weight: number; expressions: readonly string[] }> = {
  "structured role": {
    weight: 1.5,
    expressions: [
      "<\\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\\|>",
      "\\[/?(?:INST|SYS|SYSTEM)\\]|<</?SYS>>",
      "(?:^|\\n)\\s{0,5}(?:#{1,6}\\s{0,3})?(?:system|assistant|developer)(?: (?:prompt|message))?\\s{0,3}:\\s",
      '"role"\\s{0,5}:\\s{0,5}"(?:system|developer)"',
      "</?(?:system|system_prompt|instructions?)>",
    ],
  },
  "instruction override": {
    weight: 1.5,
    expressions: [
      `\\b(?:ignore|disregard|forget|override|bypass|skip|neglect|do not (?:follow|obey)|don't (?:follow|obey)|stop following)\\s{1,5}${yours}${rules}\\b`,
      `\\b(?:ignore|disregard|forget)\\s{1,5}(?:everything|anything|all|what)\\b[^.\\n]{0,40}\\b(?:above|before|previously|earlier|told|said)\\b`,
      `\\b(?:new|updated|real|actual)\\s{1,5}(?:system\\s{1,5})?${rules}\\s{0,3}:`,
      "\\bfrom now on,?\\s{1,5}(?:you (?:will|must|are|shall)|ignore|respond|answer)\\b",
    ],
  },
  "role manipulation": {
    weight: 1.2,
    expressions: [
      "\\byou are (?:now|no longer)\\s{1,5}(?:an?\\s{1,5})?(?:\\w{1,20}\\s{1,5}){0,3}(?:ai|assistant|model|bot|dan|unrestricted|unfiltered|bound|limited|restricted)\\b",
      "\\b(?:act|behave|respond|answer|pretend|roleplay)\\s{1,5}(?:as|like|to be|as if|that)\\b[^.\\n]{0,60}\\b(?:unrestricted|unfiltered|uncensored|no (?:rules|restrictions|limits|filters|guidelines)|without (?:any )?(?:rules|restrictions|limits|filters)|dan|jailbroken|evil)\\b",
      "\\b(?:do anything now|jailbreak(?:en|ed)? mode|developer mode (?:enabled|on)|god mode)\\b",
    ],
  },
  "system prompt extraction": {
    weight: 1,
    expressions: [
      `\\b(?:reveal|show|print|repeat|display|output|tell|give|share|leak|expose|recite|write out|copy|what (?:is|are|was|were))\\s{1,5}(?:(?:me|us|back|out|verbatim|the|all|of|full|entire|complete|exact)\\s{1,5}){0,5}(?:your|initial|original|hidden|secret|above|previous|system|developer)\\s{1,5}(?:(?:own|full|entire|complete|exact|system|developer|initial|original|hidden|secret)\\s{1,5}){0,3}(?:prompts?|instructions?|rules|guidelines|configuration)\\b`,
      "\\brepeat\\s{1,5}(?:everything|all|the (?:text|words))\\s{1,5}(?:above|before)\\b",
    ],
  },
  "delimiter injection": {
    weight: 1,
    expressions: [
      "(?:[-=*#_]{3,20})\\s{0,5}(?:end|begin|start|stop)\\s{1,5}(?:of\\s{1,5})?(?:the\\s{1,5})?(?:system|user|prompt|instructions?|context|input)\\b",
      "(?:```|'''|\"\"\")\\s{0,5}(?:system|end|instructions?)\\b",
    ],
  },
  "encoding bypass": {
    weight: 1,
    expressions: [
      "\\b(?:decode|decrypt|translate|interpret|execute|follow|run)\\b[^.\\n]{0,40}\\b(?:base ?64|rot ?13|hex(?:adecimal)?|morse|binary|caesar|leetspeak)\\b",
      "(?:\\\\u00[2-7][0-9a-f]|\\\\x[2-7][0-9a-f]|&#x?[0-9a-f]{2,4};){8,40}",
    ],
  },
};

const LONGEST = 200;
const needed = { high: 1, medium: 3, low: 5 };

const patterns = Object.entries(groups).flatMap(([group, { expressions }]) =>
  expressions.map((source): readonly [string, Pattern] => [
    group,
    { expression: new RegExp(source, "gi"), longest: LONGEST },
  ]),
);

export function promptInjection({ sensitivity }: GuardrailConfig<"prompt-injection">): Detector {
  return {
    // Documents and tools' results inject as well as users do.
    roles: ["user", "tool"],
    finders: finders(patterns),
    conclude(findings) {
      const found = new Set(findings.flatMap((some) => some.map(({ kind }) => kind)));
      const sum = [...found].reduce((total, group) => total + (groups[group]?.weight ?? 0), 0);
      const reason = found.size > 0 ? `Prompt injection: ${[...found].join(", ")}` : null;
      return { score: Math.min(1, sum / needed[sensitivity]), reason };
    },
    // Groups add up over the whole text.
    reach: Number.POSITIVE_INFINITY,
  };
}
