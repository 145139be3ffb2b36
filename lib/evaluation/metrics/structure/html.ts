const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Elements whose end tag may be left out. */
const OPTIONAL = new Set(
  "li p td th tr dt dd option optgroup thead tbody tfoot colgroup rt rp html head body".split(" "),
);
/** Elements that contain only text. */
const RAW = new Set(["script", "style", "textarea", "title"]);

/** Where a tag ends; quoted values may contain a >. −1 if it does not end. */
function tagEnd(html: string, from: number): number {
  let quote = "";
  for (let at = from; at < html.length; at++) {
    const sign = html[at] ?? "";
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ">") return at;
  }
  return -1;
}

/** How many tags there are, and the first problem with them. Takes linear time. */
export function checkHtml(html: string): { tags: number; problem: string | null } {
  const lower = html.toLowerCase();
  const open: string[] = [];
  let tags = 0;
  for (let at = lower.indexOf("<"); at >= 0; at = lower.indexOf("<", at)) {
    if (lower.startsWith("<!--", at)) {
      const end = lower.indexOf("-->", at + 4);
      if (end < 0) return { tags, problem: "A comment is not closed." };
      at = end + 3;
      continue;
    }
    const isClosing = lower[at + 1] === "/";
    const first = lower[at + 1 + Number(isClosing)] ?? "";
    if (!/[a-z!?]/.test(first)) {
      at++;
      continue;
    }
    const end = tagEnd(lower, at + 1);
    if (end < 0) return { tags, problem: "A tag is not closed." };
    const name = /^[a-z][^\s/>]{0,99}/.exec(lower.slice(at + 1 + Number(isClosing), at + 110))?.[0];
    const isEmpty = lower[end - 1] === "/";
    at = end + 1;
    if (!name) continue;
    tags++;
    if (isClosing) {
      while (open.length > 0 && open.at(-1) !== name && OPTIONAL.has(open.at(-1) ?? "")) open.pop();
      if (open.pop() !== name) return { tags, problem: `</${name}> closes nothing that is open.` };
    } else if (!VOID.has(name) && !isEmpty) {
      open.push(name);
      if (RAW.has(name)) at = rawEnd(lower, name, at);
    }
  }
  const left = open.findLast((name) => !OPTIONAL.has(name));
  return { tags, problem: left === undefined ? null : `<${left}> is not closed.` };
}

const rawEnd = (lower: string, name: string, from: number): number => {
  const end = lower.indexOf(`</${name}`, from);
  return end < 0 ? lower.length : end;
};
