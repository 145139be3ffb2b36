"use client";
import type { ReactNode } from "react";
import type { Submission } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { Status } from "@/app/_ui/feedback/status";

interface Props {
  title: string;
  description?: ReactNode;
  /** The button's verb. */
  action: string;
  form: Submission;
  /** Nothing to save yet. */
  idle?: boolean;
  children: ReactNode;
}

/** One group of settings with its own save button. */
export function SettingsForm({ title, description, action, form, idle = false, children }: Props) {
  const { submit, busy, problem } = form;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !idle) submit();
      }}
      className="grid max-w-md gap-4"
    >
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
