"use client";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button/button";
import { useHydrated } from "@/app/_ui/use-hydrated";

/** Before the page's scripts are there, the browser would send the form itself and empty it. So it submits nothing yet. */
export const SubmitButton = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <Button type={useHydrated() ? "submit" : "button"} look="primary" busy={busy}>
    {children}
  </Button>
);
