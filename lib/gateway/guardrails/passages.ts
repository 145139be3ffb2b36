// The texts of a request and of an answer, in every member that can hold text.
import type { Passage, Role } from "./finding";
import { textOfBase64 } from "./normal-form/encodings";

/** A passage, and how its text is replaced in the body. */
export interface TextLocation extends Passage {
  path: readonly (string | number)[];
  /** It is the name of the member at the path. */
  isName?: true;
}

const roles: Record<string, Role> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
  tool: "tool",
  function: "tool",
};

/** Members of answers that name something, or hold a file. */
export const unsaid: ReadonlySet<string> = new Set([
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
const nothing: ReadonlySet<string> = new Set();

/** Members of requests whose value is one of a few fixed words, which is not free text. */
const kinds = new Set(
  (
    "role type object status detail format media_type mime_type model tool_choice function_call service_tier effort " +
    "reasoning_effort verbosity truncation modalities voice include mode ttl encoding_format summary speed strict phase"
  ).split(" "),
);
const isKind = (text: string): boolean => /^[a-z][a-z_./-]{0,63}\d{0,8}$/.test(text);
/** Members that hold no text: a file, or data that its provider has sealed. Base64 in any other member is checked as well. */
const files = new Set(
  "encrypted_content signature thought_signature data file_data b64_json result url image_url file_url".split(" "),
);
const FILE = /^(?:data:[^,\s]{0,200};base64,)?([\w+/\r\n-]{32,}={0,2})$/i;
const isFile = (text: string): boolean => {
  const [, bytes] = FILE.exec(text) ?? [];
  return bytes !== undefined && textOfBase64(bytes) === null;
};
/** Members whose own members are named by the author of the request. */
const free = new Set(["metadata", "variables", "arguments", "input", "properties", "$defs", "definitions"]);
const isPlainName = (name: string): boolean => /^[$A-Za-z_]+\d{0,8}$/.test(name);

/** Every text inside a value, except in members with these names: its strings, and the names of its members. */
export function textsIn(
  value: unknown,
  role: Role,
  path: readonly (string | number)[],
  without: ReadonlySet<string> = nothing,
): TextLocation[] {
  const found: TextLocation[] = [];
  const add = (text: string, at: TextLocation["path"], isContent: boolean, more: { isName?: true } = {}): void => {
    found.push({ text, role, location: locationOf(at), path: at, isContent, ...more });
  };
  const visit = (value: unknown, at: TextLocation["path"], isContent: boolean, name: string, isFree: boolean): void => {
    if (typeof value === "string") {
      const isNone = !isFree && ((kinds.has(name) && isKind(value)) || (files.has(name) && isFile(value)));
      if (value !== "" && !isNone) add(value, at, isContent);
    } else if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) visit(entry, [...at, index], isContent, name, isFree);
    } else if (value !== null && typeof value === "object") {
      const isOwn = isFree || free.has(name);
      for (const [member, entry] of Object.entries(value)) {
        if (without.has(member)) continue;
        const path = [...at, member];
        if (without === nothing && (isOwn || !isPlainName(member))) add(member, path, false, { isName: true });
        visit(entry, path, isContent || member === "content", member, isOwn && !schemas.has(name));
      }
    }
  };
  visit(value, path, false, String(path.at(-1) ?? ""), false);
  return found;
}

/** Only their names are free; below them is a schema. */
const schemas = new Set(["properties", "$defs", "definitions"]);

type Body = Record<string, unknown>;

/** Tool descriptions and predicted answers belong to the operator, like a system prompt. */
const operators = new Set(["tools", "functions", "prediction"]);

/** Members that never reach a provider, or only choose the provider. */
const ours = new Set(["model", "native"]);

/** Every text of a body: its messages by role, then everything else. */
export function requestTexts(body: Body): TextLocation[] {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const messageTexts = messages.flatMap((message, index) => textsIn(message, roleOf(message), ["messages", index]));
  return [...messageTexts, ...otherTexts(body, [], new Set([...ours, "messages"]))];
}

/** The texts of members that these do not name. Who wrote them is not known. */
export const otherTexts = (body: Body, path: TextLocation["path"], known: ReadonlySet<string>): TextLocation[] =>
  Object.entries(body).flatMap(([name, member]) => {
    if (known.has(name)) return [];
    return textsIn({ [name]: member }, operators.has(name) ? "system" : "user", path);
  });

export const roleOf = (message: unknown): Role => {
  const role = isRecord(message) ? message.role : undefined;
  // An unknown role may be any role.
  return (typeof role === "string" ? roles[role] : undefined) ?? "user";
};

export const systemPromptOf = (texts: readonly TextLocation[]): string =>
  texts
    .filter(({ role, isContent }) => role === "system" && isContent)
    .map(({ text }) => text)
    .join("\n");

/** Of all choices; `text` is the message of legacy completions. */
export function answerTexts(answer: Body): TextLocation[] {
  const choices = Array.isArray(answer.choices) ? answer.choices : [];
  return choices.flatMap((choice, index) =>
    isRecord(choice)
      ? [
          ...textsIn(choice.message, "assistant", ["choices", index, "message"], unsaid),
          ...textsIn(choice.text, "assistant", ["choices", index, "text"], unsaid).map(asContent),
        ]
      : [],
  );
}

const asContent = (location: TextLocation): TextLocation => ({ ...location, isContent: true });

/** A copy with other texts at these locations. Parts shared with the original are not changed. */
export function withTexts<T extends Body>(
  value: T,
  texts: readonly Pick<TextLocation, "path" | "text" | "isName">[],
): T {
  const copy: unknown = structuredClone(value);
  // Names last, the innermost first: until then the paths stay valid.
  const inOrder = texts.toSorted(
    (one, other) => Number(one.isName ?? false) - Number(other.isName ?? false) || other.path.length - one.path.length,
  );
  for (const { path, text, isName } of inOrder) {
    let at: unknown = copy;
    for (const step of path.slice(0, -1)) at = isRecord(at) ? at[step] : undefined;
    const last = path.at(-1);
    if (!isRecord(at) || last === undefined) continue;
    if (isName) {
      at[text] = at[last];
      delete at[last];
    } else at[last] = text;
  }
  return copy as T; // safe because only texts have become other texts
}

const locationOf = (path: readonly (string | number)[]): string =>
  path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");

export const isRecord = (value: unknown): value is Record<string | number, unknown> =>
  value !== null && typeof value === "object";
