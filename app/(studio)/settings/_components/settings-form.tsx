"use client";
import type { FormEvent, ReactNode } from "react";
import { Button } from "@/app/_ui/button/button";
import { Status } from "@/app/_ui/feedback/status";

interface Props {
  title: string;
  description?: ReactNode;
  onSubmit: () => void;
  /** The button's verb. */
  action: string;
  busy: boolean;
  /** Nothing to save yet. */
  idle?: boolean;
  /** The error of the form as a whole. */
  problem?: string | undefined;
  children: ReactNode;
}

/** One group of settings with its own save button. */
export function SettingsForm({ title, description, onSubmit, action, busy, idle = false, problem, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !idle) onSubmit();
  };
  return (
    <form onSubmit={submit} className="grid max-w-md gap-4">
      <header>
        <h2 className="text-base font-medium">{title}</h2>
        {description ? <p className="text-soft">{description}</p> : null}
      </header>
      {children}
      {problem ? (
        <p role="alert">
          <Status tone="bad" shape="alert" className="items-start! whitespace-normal! [&_svg]:mt-1">
            {problem}
          </Status>
        </p>
      ) : null}
      <div>
        <Button type="submit" look="primary" busy={busy} disabled={idle}>
          {action}
        </Button>
      </div>
    </form>
  );
}
