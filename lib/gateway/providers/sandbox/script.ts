// Instructions to the sandbox: in the model's name, and member by member in the body's `sandbox`.
import { z } from "zod";
import { findingsOf } from "@/lib/bounds/findings";
import { list } from "@/lib/bounds/list";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { GatewayFailure } from "../../errors";

const MAX_PAUSE_MS = 600_000;
const MAX_TOKENS = 10_000_000;
const pause = z.int().min(0).max(MAX_PAUSE_MS);
const tokens = z.int().min(0).max(MAX_TOKENS);

const shape = z.strictObject({
  /** The answer, instead of the model's own text. */
  reply: z.string().max(1_000_000).optional(),
  tool_calls: list(
    z.strictObject({ name: z.string().min(1), arguments: z.record(z.string(), z.unknown()) }),
    100,
  ).optional(),
  finish_reason: z.enum(["stop", "length", "tool_calls", "content_filter"]).optional(),
  usage: z
    .strictObject({ prompt_tokens: tokens, completion_tokens: tokens, cached_tokens: tokens.optional() })
    .optional(),
  /** Before anything is answered, and before each token of a stream. */
  delay_ms: pause.optional(),
  token_delay_ms: pause.optional(),
  /** A refusal, with its Retry-After in seconds. */
  status: z.int().min(400).max(599).optional(),
  retry_after: z.int().min(0).max(3600).optional(),
  /** After how many tokens the answer breaks off, or goes no further. */
  cut_after: tokens.optional(),
  hang_after: tokens.optional(),
});
export type Script = z.output<typeof shape>;

const SLOW_MS = 2000;
const CUT_AFTER = 3;

/** Throws `invalid_request_error` for a body that says something else. */
export function scriptOf({ sandbox }: ChatBody, model: string): Script {
  const entered = sandbox ?? {};
  const parsed = shape.safeParse(entered);
  if (parsed.success) return { ...scriptNamed(model), ...parsed.data };
  const [finding] = findingsOf(parsed.error, entered);
  const param = ["sandbox", ...(finding?.path ?? [])].join(".");
  throw new GatewayFailure("invalid_request_error", `${param}: ${finding?.message ?? "Is not valid."}`, { param });
}

function scriptNamed(model: string): Script {
  const status = /^error-([45]\d\d)$/.exec(model)?.[1];
  if (status) return { status: Number(status) };
  const slow = /^slow(?:-(\d+))?$/.exec(model);
  if (slow) return { delay_ms: Math.min(Number(slow[1] ?? SLOW_MS), MAX_PAUSE_MS) };
  if (model === "cut") return { cut_after: CUT_AFTER };
  return model === "hang" ? { hang_after: CUT_AFTER } : {};
}
