/** A Redis key pattern (`*`, `?`, `[a-z]`, `[^a]`, `\` escapes) as a predicate over byte strings. */
export function matcher(pattern: string): (text: string) => boolean {
  if (pattern === "*") return () => true;
  const parts = pattern.replace(/\*+/g, "*").match(/\\.|\[\^?(?:\\.|[^\]])*\]|./gs) ?? [];
  const expression = new RegExp(`^${parts.map(translate).join("")}$`, "s");
  return (text) => expression.test(text);
}

const literal = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");

function translate(part: string): string {
  if (part === "*") return ".*";
  if (part === "?") return ".";
  if (part.length > 1 && part.startsWith("[")) return characterClass(part.slice(1, -1));
  return literal(part.at(-1) ?? "");
}

function characterClass(body: string): string {
  const sign = body.startsWith("^") ? "^" : "";
  const members = body.slice(sign.length).matchAll(/\\?(.)(?:-\\?(.))?/gs);
  const ranges = Array.from(members, ([, first = "", last = first]) => {
    // Redis reads [z-a] as [a-z].
    const [low, high] = first <= last ? [first, last] : [last, first];
    return `${literal(low)}-${literal(high)}`;
  });
  return `[${sign}${ranges.join("")}]`;
}
