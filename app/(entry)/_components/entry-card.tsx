import type { ReactNode } from "react";

interface Props {
  title: string;
  description?: ReactNode;
  /** The alternative sign-in or sign-up link, below the card. */
  aside?: ReactNode;
  children: ReactNode;
}

export function EntryCard({ title, description, aside, children }: Props) {
  return (
    <>
      <section className="grid gap-5 rounded-lg border border-line bg-paper px-6 py-6">
        <header>
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {description ? <div className="mt-1 text-soft wrap-anywhere">{description}</div> : null}
        </header>
        {children}
      </section>
      {aside ? <p className="px-6 text-soft">{aside}</p> : null}
    </>
  );
}
