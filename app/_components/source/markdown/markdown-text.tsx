import ReactMarkdown, { type Components, defaultUrlTransform, type UrlTransform } from "react-markdown";
import remarkGfm from "remark-gfm";
import { classNames } from "@/app/_ui/class-names";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import { outside } from "@/app/_ui/text/user-text";
import type { RehypePlugins } from "./highlight";
import { HasTooMany, hasTooMany, InLink, Picture } from "./picture";

const ADDRESS = /^(?:https?:\/\/|mailto:)/i;

// Headings inside a text rank below the page's own. Links open outside the page and send no referrer.
const components: Components = {
  h1: ({ children }) => (
    <h3 dir="auto" className="mt-3 text-lg font-semibold first:mt-0">
      {children}
    </h3>
  ),
  h2: ({ children }) => (
    <h3 dir="auto" className="mt-3 font-semibold first:mt-0">
      {children}
    </h3>
  ),
  h3: ({ children }) => (
    <h4 dir="auto" className="mt-3 font-medium first:mt-0">
      {children}
    </h4>
  ),
  p: ({ children }) => (
    <p dir="auto" className="mt-2 first:mt-0">
      {children}
    </p>
  ),
  ul: ({ children }) => (
    <ul dir="auto" className="mt-2 grid list-disc gap-1 pl-5 first:mt-0">
      {children}
    </ul>
  ),
  ol: ({ children, start }) => (
    <ol dir="auto" start={start} className="mt-2 grid list-decimal gap-1 pl-5 first:mt-0">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote dir="auto" className="mt-2 border-l-2 border-line pl-3 text-soft">
      {children}
    </blockquote>
  ),
  a: ({ href, children }) =>
    href && ADDRESS.test(href) ? (
      <a href={href} {...outside} className="text-accent underline underline-offset-2">
        <InLink value={true}>{children}</InLink>
      </a>
    ) : (
      <span>{children}</span>
    ),
  code: ({ children, className }) => (
    <code className={classNames("rounded-sm bg-hover px-1 font-mono text-[0.92em]", className)}>{children}</code>
  ),
  pre: ({ children }) => (
    <pre className="mt-2 overflow-x-auto rounded-md border border-line bg-sunk p-3 text-xs [&_code]:bg-transparent [&_code]:p-0">
      {children}
    </pre>
  ),
  table: ({ children }) => <table className="mt-2 border-collapse text-sm">{children}</table>,
  th: ({ children }) => (
    <th dir="auto" className="border border-line px-2 py-1 text-left font-medium">
      {children}
    </th>
  ),
  td: ({ children }) => (
    <td dir="auto" className="border border-line px-2 py-1">
      {children}
    </td>
  ),
  // The boxes of a task list: nobody can check them here.
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? "done" : "not done"}>
      {checked ? "☑" : "☐"}
    </span>
  ),
  img: ({ src, alt }) => <Picture address={typeof src === "string" ? src : ""} alt={alt ?? ""} />,
};

/** A picture judges its address itself: it may be a data address. */
const addressOf: UrlTransform = (address, name) => (name === "src" ? address : defaultUrlTransform(address));

/** A block of code that names its language. */
const FENCE = /^ {0,3}(?:```|~~~)[\w+#-]/m;

const noPlugins: RehypePlugins = [];
const highlighter = lazyCode(() => import("./highlight").then((module) => module.highlight));

/** HTML inside it is shown as text, not run. Links go only to http, https and mail addresses. */
export function MarkdownText({ text }: { text: string }) {
  const highlight = useLazyCode(highlighter, FENCE.test(text));
  return (
    <div className="text-base wrap-anywhere">
      <HasTooMany value={hasTooMany(text)}>
        <ReactMarkdown
          remarkPlugins={[remarkGfm]}
          rehypePlugins={highlight ?? noPlugins}
          components={components}
          urlTransform={addressOf}
        >
          {text}
        </ReactMarkdown>
      </HasTooMany>
    </div>
  );
}
