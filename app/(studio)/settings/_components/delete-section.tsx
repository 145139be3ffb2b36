"use client";
import { type ReactNode, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Section } from "@/app/_ui/page/section";

interface Props {
  title: string;
  description: string;
  action: string;
  /** The dialog, while it is open. */
  children: (close: () => void) => ReactNode;
}

/** The end of a page of settings: what deletes the thing itself. */
export function DeleteSection({ title, description, action, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={title} className="max-w-md">
      <p className="mb-3 text-soft">{description}</p>
      <Button onClick={() => setOpen(true)}>{action}</Button>
      {isOpen ? children(() => setOpen(false)) : null}
    </Section>
  );
}
