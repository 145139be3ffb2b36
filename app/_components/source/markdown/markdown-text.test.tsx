import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CallError } from "@/lib/client/call-error";
import { mediaQuery } from "@/lib/client/queues/media";
import { ItemFilesProvider } from "../files/item-files";
import { MarkdownText } from "./markdown-text";

const markup = (text: string): string => renderToStaticMarkup(<MarkdownText text={text} />);
const words = (text: string): string => markup(text).replaceAll(/<[^>]*>/g, "");

const PNG = "data:image/png;base64,iVBORw0KGgo=";
const CAT = "https://cdn.example.com/cat.png";

test("a picture in its own data address is shown", () => {
  expect(markup(`See ![a cat](${PNG})`)).toContain(`<img src="${PNG}" alt="a cat"`);
});

test.each([
  ["an SVG file, which can run scripts", "data:image/svg+xml;base64,PHN2Zz4="],
  ["a page", "data:text/html;base64,PGI+"],
  ["a script", "javascript:alert(1)"],
  ["a path of this site", "/api/secret"],
])("%s is not shown and not linked", (_, address) => {
  const shown = markup(`![a cat](${address})`);
  expect(shown).toContain("a cat");
  expect(shown).toContain("(image, not shown)");
  expect(shown).not.toMatch(/<img|<a /);
});

test("where no item is open, a picture of another host is a link", () => {
  const shown = markup(`![a cat](${CAT})`);
  expect(shown).toContain(`<a href="${CAT}"`);
  expect(shown).not.toContain("<img");
  expect(words(`![a cat](${CAT})`)).toBe("a cat (image, not shown)");
  expect(words(`![](${CAT})`)).toBe(`${CAT} (image, not shown)`);
});

test("a picture that is a link's text is in that link", () => {
  const shown = markup(`[![build](${CAT})](https://example.com/build)`);
  expect(shown.match(/<a /g)).toHaveLength(1);
  expect(shown).toContain("https://example.com/build");
});

/** As the desk shows it, once the server has refused the picture. */
function atDesk(text: string): string {
  const item = { queue_id: "q", item_id: "i" };
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const { queryKey } = mediaQuery(item, CAT);
  const why = new CallError(403, "permission_denied", "cdn.example.com is not one of the organization's media hosts.");
  client.getQueryCache().build(client, { queryKey }).setState({ status: "error", error: why, fetchStatus: "idle" });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ItemFilesProvider item={item} segments={null}>
        <MarkdownText text={text} />
      </ItemFilesProvider>
    </QueryClientProvider>,
  );
}

test("at the desk, a picture that the server refuses is a link with the reason", () => {
  const shown = atDesk(`![a cat](${CAT})`);
  expect(shown).toContain(`<a href="${CAT}"`);
  expect(shown).toContain("not shown: cdn.example.com is not one of");
});

test("a text with more than 20 pictures loads none from other hosts", () => {
  const pictures = (count: number) => Array.from({ length: count }, (_, at) => `![cat ${at}](${CAT})`).join(" ");
  expect(atDesk(pictures(20))).toContain("not shown: cdn.example.com is not one of");
  expect(atDesk(pictures(21)).match(/\(image, not shown\)/g)).toHaveLength(21);
});

test("links keep to addresses of the web and of mail, and a task list has no boxes to press", () => {
  expect(markup("[x](data:text/html;base64,PGI+)")).not.toContain("<a ");
  expect(markup("[x](javascript:alert(1))")).not.toContain("<a ");
  expect(words("- [x] sort\n- [ ] label")).toContain("☑");
  expect(markup("- [x] sort")).not.toContain("<input");
});
