import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { isRecord } from "@/lib/records";

/** Whether a streamed answer reports the tokens used, in a chunk of its own. */
export const showsUsage = ({ stream_options: options }: ChatBody): boolean =>
  isRecord(options) && options.include_usage === true;

/** The body for the provider. A stream must always report the tokens used, because they cost money. */
export function withUsage(body: ChatBody): ChatBody {
  const options = body.stream_options ?? {};
  if (!body.stream || showsUsage(body) || !isRecord(options)) return body;
  return { ...body, stream_options: { ...options, include_usage: true } };
}

/** The body for a provider that refuses the option, also where the client or its dialect has set it. */
export function withoutOptions(body: ChatBody): ChatBody {
  if (body.stream_options === undefined) return body;
  const { stream_options: _, ...rest } = body;
  return rest;
}
