import type { ReactNode } from "react";
import type { SectionName } from "./missing";

interface Props {
  name: SectionName;
  title: string;
  /** What it is for, in one line. */
  about?: string;
  children: ReactNode;
}

/** A part of the form that the list of missing things leads to. */
export const FormSection = ({ name, title, about, children }: Props) => (
  <section
    id={name}
    aria-labelledby={`${name}-title`}
    tabIndex={-1}
    className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-6 outline-none first:border-0 first:pt-0"
  >
    <div>
      <h2 id={`${name}-title`} className="text-base font-medium">
        {title}
      </h2>
      {about ? <p className="text-soft">{about}</p> : null}
    </div>
    {children}
  </section>
);
