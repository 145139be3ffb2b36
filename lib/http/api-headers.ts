/** On every API answer that does not say otherwise itself: nobody keeps it, and it is nothing but what its type says. */
const defaults = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

export function withApiHeaders(answer: Response): Response {
  for (const [name, value] of Object.entries(defaults)) {
    if (!answer.headers.has(name)) answer.headers.set(name, value);
  }
  return answer;
}
