import { expect, test } from "vitest";
import { linksIn } from "./links-in";

const found = (text: string) => linksIn(text).flatMap((part) => (part.href ? [part.href] : []));

test("splits text into words and links without losing any", () => {
  const text = "See https://example.com/a?b=1#c, or write to mailto:me@example.com.";
  expect(linksIn(text)).toEqual([
    { text: "See " },
    { text: "https://example.com/a?b=1#c", href: "https://example.com/a?b=1#c" },
    { text: ", or write to " },
    { text: "mailto:me@example.com", href: "mailto:me@example.com" },
    { text: "." },
  ]);
});

test.each([
  ["(https://example.com/a)", ["https://example.com/a"]],
  ["https://en.wikipedia.org/wiki/A_(b)", ["https://en.wikipedia.org/wiki/A_(b)"]],
  ['{"url":"http://example.com/x"}', ["http://example.com/x"]],
  ["HTTPS://EXAMPLE.COM!", ["HTTPS://EXAMPLE.COM"]],
  ["<https://example.com>", ["https://example.com"]],
])("links in %s are %j", (text, hrefs) => {
  expect(found(text)).toEqual(hrefs);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "xhttp://example.com",
  "https://",
  "ftp://example.com",
])("%s is not a link", (text) => {
  expect(found(text)).toEqual([]);
});

test("reads a long text without links quickly, as one part", () => {
  expect(linksIn("h".repeat(1_000_000))).toHaveLength(1);
});
