import { Fragment } from "react";
import { classNames } from "../class-names";
import { linksIn } from "./links-in";

/** A link out of the application, without a referrer. */
export const outside = { target: "_blank", rel: "noopener noreferrer nofollow" } as const;

/** Text from a person or program, unchanged and in its own direction, with URLs as links. */
export function UserText({ text, className }: { text: string; className?: string }) {
  return (
    <p dir="auto" className={classNames("whitespace-pre-wrap wrap-anywhere", className)}>
      <Linked text={text} />
    </p>
  );
}

/** A text with its URLs as links. */
export function Linked({ text }: { text: string }) {
  return linksIn(text).map((part, index) =>
    part.href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their position
      <a key={index} href={part.href} {...outside} className="text-accent underline underline-offset-2">
        {part.text}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their position
      <Fragment key={index}>{part.text}</Fragment>
    ),
  );
}
