// Addresses inside a text that a person may follow. Only these schemes: others could run code or open files.
const ADDRESS = /(?<![\w+.-])(?:https?:\/\/|mailto:)[^\s<>"'`]+/gi;
const CLOSERS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

export interface TextPart {
  text: string;
  /** Where the text leads, when it is an address. */
  href?: string;
}

/** Splits a text into words and addresses; joined again it is the text. */
export function linksIn(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const href = withoutSentence(match);
    if (!/:(?:\/\/)?[^/]/.test(href)) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: href, href });
    from = index + href.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** Signs at the end belong to the sentence, and so does a bracket that was not opened inside. */
function withoutSentence(address: string): string {
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? "";
    const opener = CLOSERS[last];
    if (opener ? count(address, opener, end) >= count(address, last, end) : !/[.,;:!?*_~]/.test(last)) break;
  }
  return address.slice(0, end);
}

const count = (text: string, sign: string, end: number): number => text.slice(0, end).split(sign).length - 1;
