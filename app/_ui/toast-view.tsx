"use client";
import { Toast as Base } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Status } from "./status";
import type { Message, Outcome } from "./toast";

interface Props {
  /** Takes over what is to be shown; returns how to stop. */
  listen: (show: (message: Message, outcome: Outcome) => void) => () => void;
}

export function ToastView({ listen }: Props) {
  const [manager] = useState(Base.createToastManager);
  useEffect(
    () =>
      listen(({ title, description, action }, outcome) => {
        manager.add({
          title,
          type: outcome,
          timeout: outcome === "failed" ? 0 : 5000,
          priority: outcome === "failed" ? "high" : "low",
          ...(description ? { description } : {}),
          ...(action ? { actionProps: { children: action.label, onClick: action.run } } : {}),
        });
      }),
    [listen, manager],
  );
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-4 bottom-4 z-50 flex flex-col gap-2 sm:left-auto sm:w-90">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Toasts() {
  const { toasts } = Base.useToastManager();
  return toasts.map((entry) => (
    <Base.Root key={entry.id} toast={entry} className="floating px-3 py-2.5 data-limited:hidden">
      <Base.Content className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Status
            tone={entry.type === "failed" ? "bad" : "good"}
            shape={entry.type === "failed" ? "alert" : "check"}
            className="whitespace-normal! font-medium"
          >
            <Base.Title render={<span />} />
          </Status>
          <Base.Description className="mt-0.5 ml-4.5 wrap-anywhere text-soft empty:hidden" />
        </div>
        <Base.Action className="rounded-sm font-medium text-accent hover:underline empty:hidden" />
        <Base.Close aria-label="Dismiss" className="rounded-sm text-faint hover:text-ink">
          <X aria-hidden="true" className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
