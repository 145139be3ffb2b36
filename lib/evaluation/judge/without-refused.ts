// Some providers refuse members of a request that others take: reasoning models any temperature, others a schema.

type Request = Readonly<Record<string, unknown>>;

interface Answer {
  status: number;
  body: unknown;
}

/** What a request can do without, and how a refusal of it reads. */
const DISPENSABLE: readonly (readonly [member: string, refusal: RegExp])[] = [
  ["temperature", /temperature/i],
  ["response_format", /response_format|json_schema|structured output/i],
];

/** Asks again without what the provider refuses, and leaves it out of later requests to the same model. */
export function withoutRefused<Answered extends Answer>(
  ask: (body: object, seconds?: number) => Promise<Answered>,
): typeof ask {
  const refusedBy = new Map<unknown, Set<string>>();
  return async (body, seconds) => {
    const request: Request = { ...body };
    const refused = refusedBy.get(request.model) ?? new Set();
    refusedBy.set(request.model, refused);
    for (;;) {
      const sent = Object.fromEntries(Object.entries(request).filter(([member]) => !refused.has(member)));
      const answer = await ask(sent, seconds);
      const member = refusedMember(answer, sent);
      if (member === null) return answer;
      refused.add(member);
    }
  };
}

function refusedMember({ status, body }: Answer, sent: Request): string | null {
  if (status !== 400 && status !== 422) return null;
  const text = JSON.stringify(body) ?? "";
  return DISPENSABLE.find(([member, refusal]) => member in sent && refusal.test(text))?.[0] ?? null;
}
