import NextLink from "next/link";
import type { ReactNode } from "react";
import { DocumentTitle } from "./document-title";

interface Props {
  title: ReactNode;
  /** The status of the page's object, beside its title. */
  status?: ReactNode;
  /** One line that describes the page. */
  description?: ReactNode;
  /** The page's main action and related controls. */
  actions?: ReactNode;
  /** The list that this page belongs to. */
  parent?: { href: string; label: string };
}

export function PageHeader({ title, status, description, actions, parent }: Props) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      {parent && typeof title === "string" ? <DocumentTitle text={title} /> : null}
      <div className="min-w-0">
        {parent ? (
          <NextLink
            href={parent.href}
            className="reach text-xs wrap-anywhere text-faint hover:text-ink hover:underline"
          >
            {parent.label}
          </NextLink>
        ) : null}
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {status}
        </div>
        {description ? <div className="mt-0.5 max-w-2xl wrap-anywhere text-soft">{description}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div> : null}
    </header>
  );
}
