import type { ReactNode } from "react";
import { links } from "@/lib/client/links";

interface Props {
  id: string;
  template: string | undefined;
  isOpen: boolean;
  onOpen: (id: string) => void;
  children: ReactNode;
}

/** The link in a row's first column, which opens the run beside the table. */
export function LogLink({ id, template, isOpen, onOpen, children }: Props) {
  return (
    <a
      data-row=""
      data-id={id}
      href={links.evalLogs({ ...(template ? { template } : {}), run: id })}
      aria-current={isOpen ? "true" : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(id);
      }}
      className="reach block max-w-[40vw] truncate text-ink hover:underline hover:underline-offset-2 aria-[current]:font-semibold sm:max-w-64"
    >
      {children}
    </a>
  );
}
