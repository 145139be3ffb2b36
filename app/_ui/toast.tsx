"use client";
import { Toast as Base } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Status } from "./status";

const manager = Base.createToastManager();

interface Message {
  title: string;
  description?: string;
  /** One way back, e.g. undo. */
  action?: { label: string; run: () => void };
}

/** Says what happened, in a corner, from anywhere in browser code. Errors stay until they are dismissed. */
export const toast = {
  done: (message: Message) => show(message, "done"),
  failed: (message: Message) => show(message, "failed"),
};

function show({ title, description, action }: Message, type: "done" | "failed"): string {
  return manager.add({
    title,
    type,
    timeout: type === "failed" ? 0 : 5000,
    priority: type === "failed" ? "high" : "low",
    ...(description ? { description } : {}),
    ...(action ? { actionProps: { children: action.label, onClick: action.run } } : {}),
  });
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts] = useState(() => manager);
  return (
    <Base.Provider toastManager={toasts} limit={3}>
      {children}
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
