// Provider notices instead of answers. Providers write them in English in every conversation.
import type { Fault } from "@/lib/contracts/simulation/call-parts";
import type { Turn } from "../../conversation/rules/turn";
import { faultOf } from "./conversation";

/** Matches at the start of the text: an agent that explains a limit to a customer begins differently. */
const NOTICE =
  /^\W*(?:(?:api|http|openai|anthropic|provider|gateway|server|client|request|status|code|type|message|error|exception|failed|sorry|the|your|you(?: have|'ve)?|org(?:anization)?|429|529)\W+){0,8}(?:rate[ -_]?limit(?:ed|s)?(?:_exceeded|_error| exceeded| error|.{0,12} reached for\b)|too many requests\W*(?:$|[.!:])|(?:exceeded your current|insufficient)[ _]quota|quota exceeded|resource[_ ]exhausted|overloaded_error|(?:model|server|engine|service) is (?:currently |temporarily )?overloaded)/i;
const LONGEST_NOTICE = 600;

/** Whether a text is a provider's notice that it cannot answer now. */
export const isProviderNotice = (text: string): boolean => text.length <= LONGEST_NOTICE && NOTICE.test(text);

export function notices(turn: Turn): Fault[] {
  if (!isProviderNotice(turn.content)) return [];
  const side = turn.role === "user" ? "simulator's" : "agent's";
  const message = `The ${side} answer is a notice from a provider.`;
  return [faultOf("provider", "rate_limit_as_answer", message, turn.number, turn.content)];
}
