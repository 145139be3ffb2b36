"use client";
import { Toast as Base } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { classNames } from "../class-names";
import type { Message, MessagePosition, Outcome } from "./message";
import { Status } from "./status";

const positionClasses: Record<MessagePosition, string> = {
  // Content under toasts can be scrolled clear (globals.css). On a phone, a dialog has its actions there.
  page: "inset-x-4 bottom-4 sm:left-auto sm:w-90 max-sm:[html:has([role=dialog]:not([data-message]))_&]:top-4 max-sm:[html:has([role=dialog]:not([data-message]))_&]:bottom-auto",
  // Over the source, which has no controls. The desk's actions are above, below and beside it.
  desk: "top-16 right-4 left-4 lg:top-auto lg:right-auto lg:bottom-4 lg:w-90",
};

interface Props {
  /** Subscribes to messages; returns a function that unsubscribes. */
  listen: (show: (message: Message, outcome: Outcome) => void) => () => void;
  position: MessagePosition;
}

/** Messages stay while hovered or focused. F6 focuses them, Escape dismisses them. */
export function ToastView({ listen, position }: Props) {
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
    // On a phone, a stack of them would cover the form below a short source.
    <Base.Provider toastManager={manager} limit={position === "desk" ? 1 : 3}>
      <Base.Portal>
        <Base.Viewport className={classNames("fixed z-50 flex flex-col gap-2", positionClasses[position])}>
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Toasts() {
  const { toasts } = Base.useToastManager();
  return toasts.map((entry) => (
    <Base.Root key={entry.id} toast={entry} data-message className="floating px-3 py-2.5 data-limited:hidden">
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
