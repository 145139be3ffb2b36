// URLs inside a text that can be followed. Only these schemes: others could run code or open files.
const ADDRESS = /(?<![\w+.-])(?:https?:\/\/|mailto:)[^\s<>"'`]+/gi;
const CLOSERS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

export interface TextPart {
  text: string;
  /** The target, if this part is a URL. */
  href?: string;
}

/** Splits a text into plain parts and URLs; joined, they are the same text. */
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

/** Trailing punctuation belongs to the sentence, and so does a closing bracket that was not opened inside. */
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
