// The texts of a request and of an answer: whatever is said in them, in whichever member it stands.
import type { Passage, Role } from "./finding";

/** A passage, and how its text is replaced where it stands. */
export interface Place extends Passage {
  path: readonly (string | number)[];
}

const roles: Record<string, Role> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
  tool: "tool",
  function: "tool",
};

/** Members that name something, or hold a file. */
const unsaid = new Set([
  "role",
  "type",
  "id",
  "tool_call_id",
  "call_id",
  "index",
  "detail",
  "data",
  "file_data",
  "strict",
]);
const isFile = (text: string): boolean => text.startsWith("data:");

/** Every text inside a value. */
export function textsIn(
  value: unknown,
  role: Role,
  path: readonly (string | number)[],
  names: ReadonlySet<string> = unsaid,
): Place[] {
  const found: Place[] = [];
  const visit = (given: unknown, at: readonly (string | number)[], isContent: boolean): void => {
    if (typeof given === "string") {
      if (given !== "" && !isFile(given)) found.push({ text: given, role, place: placeOf(at), path: at, isContent });
    } else if (Array.isArray(given)) {
      for (const [index, entry] of given.entries()) visit(entry, [...at, index], isContent);
    } else if (given !== null && typeof given === "object") {
      for (const [name, entry] of Object.entries(given)) {
        if (!names.has(name)) visit(entry, [...at, name], isContent || name === "content");
      }
    }
  };
  visit(value, path, false);
  return found;
}

type Body = Record<string, unknown>;

/** What is said of tools, and foretold of the answer, goes to the provider like a message. */
const besides = ["tools", "functions", "prediction"];

export function requestTexts(body: Body): Place[] {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const said = messages.flatMap((message, index) => textsIn(message, roleOf(message), ["messages", index]));
  return [...said, ...besides.flatMap((name) => (body[name] ? textsIn(body[name], "system", [name]) : []))];
}

export const roleOf = (message: unknown): Role => {
  const role = isRecord(message) ? message.role : undefined;
  // Whoever is not known may be anybody.
  return (typeof role === "string" ? roles[role] : undefined) ?? "user";
};

export const systemPromptOf = (texts: readonly Place[]): string =>
  texts
    .filter(({ role, isContent }) => role === "system" && isContent)
    .map(({ text }) => text)
    .join("\n");

/** Of all choices; `text` is what older completions have in place of a message. */
export function answerTexts(answer: Body): Place[] {
  const choices = Array.isArray(answer.choices) ? answer.choices : [];
  return choices.flatMap((choice, index) =>
    isRecord(choice)
      ? [
          ...textsIn(choice.message, "assistant", ["choices", index, "message"]),
          ...textsIn(choice.text, "assistant", ["choices", index, "text"]).map(asContent),
        ]
      : [],
  );
}

const asContent = (place: Place): Place => ({ ...place, isContent: true });

/** A copy with other texts in these places. What it shares with the original is not changed. */
export function withTexts<T extends Body>(value: T, texts: readonly { path: Place["path"]; text: string }[]): T {
  const copy: unknown = structuredClone(value);
  for (const { path, text } of texts) {
    let at: unknown = copy;
    for (const step of path.slice(0, -1)) at = isRecord(at) ? at[step] : undefined;
    const last = path.at(-1);
    if (isRecord(at) && last !== undefined) at[last] = text;
  }
  return copy as T; // safe because only texts have become other texts
}

const placeOf = (path: readonly (string | number)[]): string =>
  path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");

export const isRecord = (value: unknown): value is Record<string | number, unknown> =>
  value !== null && typeof value === "object";
