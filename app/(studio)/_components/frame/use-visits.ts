"use client";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { noteVisit } from "./visits";

/** By then a page shows its name. */
const SETTLED_MS = 1500;

/** Notes the pages that the person stays on, by the names that they show. */
export function useVisits(): void {
  const pathname = usePathname();
  useEffect(() => {
    const timer = setTimeout(() => {
      const label = document.querySelector("main h1, h1")?.textContent;
      if (label) noteVisit({ label, href: pathname });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
}
