// OpenAI's older completions: a prompt in place of messages, a text in place of a message.

import type { z } from "zod";
import type { completionBody } from "@/lib/contracts/gateway/completions";
import { recordIn, recordsIn } from "@/lib/records";
import { contentTextOf, type Dialog, type Json, type StreamWriter } from "./dialect";

type Body = z.infer<typeof completionBody>;

export function completionDialog(): Dialog<Body> {
  return {
    toChat({ prompt, ...rest }) {
      const content = typeof prompt === "string" ? prompt : (prompt[0] ?? "");
      return { ...rest, messages: [{ role: "user", content }] };
    },
    whole: (completion) => ({
      ...completion,
      object: "text_completion",
      choices: recordsIn(completion.choices).map(textChoice),
    }),
    stream: (): StreamWriter => ({
      chunk: (chunk) =>
        send({ ...chunk, object: "text_completion", choices: recordsIn(chunk.choices).map(textChoice) }),
      end: () => "data: [DONE]\n\n",
      fail: (error) => send({ error }),
    }),
  };
}

const send = (data: Json): string => `data: ${JSON.stringify(data)}\n\n`;

const textChoice = ({ message, delta, index, finish_reason }: Json): Json => ({
  index,
  text: contentTextOf(recordIn(message ?? delta)),
  logprobs: null,
  finish_reason: finish_reason ?? null,
});
