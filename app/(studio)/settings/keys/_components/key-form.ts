import { type KeyScope, keyScopes } from "@/lib/contracts/names";

/** A key's form. The end is a moment in the browser's time zone; empty for none. */
export interface KeyForm {
  key_name: string;
  scopes: KeyScope[];
  expires_at: string;
}

export const newKey: KeyForm = { key_name: "", scopes: [...keyScopes], expires_at: "" };

const words: Record<KeyScope, { label: string; hint: string }> = {
  read: { label: "Read", hint: "Datasets, queues, traces, results" },
  write: { label: "Write", hint: "Import, annotate, start runs, change what you may change" },
  ingest: { label: "Send traces", hint: "All that an instrumented application needs" },
  gateway: { label: "Call models", hint: "Through the gateway" },
  admin: { label: "Administer", hint: "Members, webhooks, the gateway, if your role allows it" },
};

export const scopeOptions = keyScopes.map((value) => ({ value, ...words[value] }));

/** What a list shows of scopes. */
export const scopesText = (scopes: readonly KeyScope[]): string =>
  scopes.length === keyScopes.length ? "Everything" : scopes.map((scope) => words[scope].label).join(", ");

/** What the operations take of the form's values. */
export const keyInput = ({ key_name, scopes, expires_at }: KeyForm) => ({
  key_name,
  scopes,
  expires_at: expires_at === "" ? null : new Date(expires_at).toISOString(),
});

/** A moment as an input of type `datetime-local` holds it, in this time zone. */
export function localMoment(at: string | null): string {
  if (at === null) return "";
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
