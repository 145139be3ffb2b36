// The external services of functions: the gateway's guarded fetch, and embeddings by the model that a run names.
import { liveParts } from "@/lib/gateway/live";
import { isRecord, recordsIn } from "@/lib/records";
import type { Owner } from "../code/turns";
import { type AskModel, isTransient } from "../judge/judge";
import { guardedFetch } from "../metrics/links/guarded-fetch";
import { ModelRefused, type World } from "../metrics/world";

export function worldOf(owner: Owner, model: string | null, embedBy: () => Promise<AskModel>): World {
  const fetch = guardedFetch((request) => liveParts().send(request));
  if (!model) return { owner, fetch };
  const embed: World["embed"] = async (input) => {
    const answer = await (await embedBy())({ model, input });
    const { body } = answer;
    const problem = isRecord(body) && isRecord(body.error) ? body.error.message : null;
    if (answer.status !== 200) {
      const message = typeof problem === "string" ? problem : `The gateway answered ${answer.status}.`;
      throw new ModelRefused(message, isTransient(answer), answer.retryAfterSeconds);
    }
    const data = isRecord(body) ? recordsIn(body.data) : [];
    return {
      vectors: data.map(({ embedding }) => (Array.isArray(embedding) ? embedding.map(Number) : [])),
      model: answer.model ?? model,
    };
  };
  return { owner, fetch, embed };
}
