"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { ConfirmDialog } from "@/app/_ui/confirm-dialog";

/** Asks before a link leads away from what is not saved; before the window closes the browser asks. */
export function LeaveGuard({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  const router = useRouter();
  const [goal, setGoal] = useState<string | null>(null);
  useEffect(() => {
    if (!isOn) return;
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const beforeLink = (event: MouseEvent) => {
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!isPlain || !link || link.target || link.origin !== location.origin) return;
      if (link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setGoal(link.pathname + link.search + link.hash);
    };
    window.addEventListener("beforeunload", beforeUnload);
    document.addEventListener("click", beforeLink, true);
    return () => {
      window.removeEventListener("beforeunload", beforeUnload);
      document.removeEventListener("click", beforeLink, true);
    };
  }, [isOn]);
  return (
    <ConfirmDialog
      open={goal !== null}
      onOpenChange={(open) => !open && setGoal(null)}
      title="Leave with changes that are not saved?"
      action="Leave"
      danger={false}
      onConfirm={() => {
        if (goal) router.push(goal);
        setGoal(null);
      }}
    >
      {children}
    </ConfirmDialog>
  );
}
