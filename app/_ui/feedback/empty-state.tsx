import type { ReactNode } from "react";

interface Props {
  title: string;
  /** What the list will contain. */
  children: ReactNode;
  /** The action that adds the first entry. */
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="flex flex-col items-start gap-1 rounded-lg border border-dashed border-line px-6 py-8">
      <h2 className="text-base font-medium">{title}</h2>
      <div className="max-w-prose text-soft">{children}</div>
      {action ? <div className="mt-3 flex gap-2">{action}</div> : null}
    </div>
  );
}
