// What the server refuses of the values that a prompt is tried with, in the words of the screen.
import { CallError } from "@/lib/client/call-error";

type Texts = Readonly<Record<string, string>>;

const FIELD = "variables.";
const names = new Intl.ListFormat("en");

/** The refused values by name; null for one that is missing. */
function refusedValues(error: Error, sent: Texts): Map<string, string | null> {
  const fields = error instanceof CallError ? Object.entries(error.fields) : [];
  return new Map(
    fields
      .filter(([field]) => field.startsWith(FIELD))
      .map(([field, messages]) => {
        const name = field.slice(FIELD.length);
        return [name, (sent[name] ?? "") === "" ? null : messages.join(" ")];
      }),
  );
}

/** Why a column has no answer. `sent`: the texts that it was run with. */
export function refusalText(error: Error, sent: Texts): string {
  const refused = [...refusedValues(error, sent)];
  if (refused.length === 0) return error.message;
  const missing = refused.flatMap(([name, message]) => (message === null ? [`“${name}”`] : []));
  const wrong = refused.flatMap(([name, message]) => (message === null ? [] : [`“${name}”: ${message}`]));
  return [...(missing.length > 0 ? [`Fill in ${names.format(missing)} first.`] : []), ...wrong].join(" ");
}

/** The problems to show at the values, by name, until a value is changed. */
export function valueProblems(
  states: readonly { error: Error | null; texts: Texts }[],
  texts: Texts,
): Record<string, string> {
  const refused = states.flatMap(({ error, texts: sent }) =>
    error ? [...refusedValues(error, sent)].filter(([name]) => (sent[name] ?? "") === (texts[name] ?? "")) : [],
  );
  return Object.fromEntries(refused.map(([name, message]) => [name, message ?? "Enter a value."]));
}
