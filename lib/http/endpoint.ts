// Connects a contract to its verb. The result is one operation: a function of plain values that both mounts serve.
import { perform } from "@/lib/audit/perform";
import type { Verb } from "@/lib/context";
import type { Contract } from "@/lib/contracts/contract";
import { traced } from "@/lib/observe/tracing";
import { taggedReply } from "./etag";
import { type Operation, operation, type Run } from "./operation";
import { readInput } from "./read-input";
import { respond } from "./respond";

export type { Operation };

export function endpoint<C extends Contract>(contract: C, verb: Verb<C>): Operation {
  return operation(contract, answerOf(contract, verb));
}

/** The same for a verb on a queue whose first statement, with none before it, reads the caller's rights there. */
export function queueEndpoint<C extends Contract & { access: "queue" }>(contract: C, verb: Verb<C>): Operation {
  return operation(contract, answerOf(contract, verb), { confirmsCaller: true });
}

/** The same for an answer with an ETag, which is sent only to clients that do not have it. */
export function taggedEndpoint<C extends Contract>(contract: C, verb: Verb<C>): Operation {
  const answer = answerOf(contract, verb);
  return operation(contract, async (request, context, params) => {
    const reply = await answer(request, context, params);
    return typeof reply.body === "string" ? taggedReply(request, reply.body) : reply;
  });
}

function answerOf<C extends Contract>(contract: C, verb: Verb<C>): Parameters<typeof operation>[1] {
  // Safe because `authenticate` returns a caller unless the contract's access is public, and readInput returns its input.
  const run = verb as unknown as Run;
  const start = () => ({ name: contract.name, kind: "internal" }) as const;
  return async (request, context, params) => {
    const input = await readInput(contract, request, params);
    return respond(contract, await traced(start, () => perform(contract, run, context, input)), request);
  };
}
