import { Missing } from "@/app/_ui/feedback/missing";
import type { GatewayRequest } from "@/lib/contracts/gateway/requests";
import { tokensText } from "../../../_components/tokens";

type TokenCounts = Pick<GatewayRequest, "provider" | "operation" | "input_tokens" | "output_tokens">;

/** The tokens that the provider reported; an embedding has no output. */
export function RequestTokens({ request }: { request: TokenCounts }) {
  const { provider, operation, input_tokens: input, output_tokens: output } = request;
  const text = tokensText(input, operation === "embeddings" && input !== null ? (output ?? 0) : output);
  if (text !== null) return text;
  return <Missing reason={provider === null ? "No model was called" : "The provider did not report them"} />;
}
