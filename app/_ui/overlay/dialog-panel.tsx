"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { classNames } from "../class-names";
import type { DialogProps } from "./dialog-props";

const widths = { small: "sm:max-w-md", medium: "sm:max-w-xl", large: "sm:max-w-3xl", wide: "sm:max-w-6xl" } as const;

/** The content of `Dialog`, with the code that dialogs need. */
export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = "medium",
  initialFocus,
  onlyButtonsClose = false,
  children,
}: DialogProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(shown, { reason }) => {
        if (onlyButtonsClose && (reason === "escape-key" || reason === "outside-press")) return;
        onOpenChange(shown);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-start sm:p-6 sm:pt-[10vh]">
          <Base.Popup
            {...(initialFocus ? { initialFocus } : {})}
            className={classNames(
              "floating relative flex data-nested-dialog-open:opacity-0 max-h-[92dvh] w-full flex-col rounded-b-none sm:max-h-[80vh] sm:rounded-b-lg",
              widths[size],
            )}
          >
            <header className="py-4 pr-14 pl-5 pb-3">
              <div>
                <Base.Title className="text-lg font-semibold">{title}</Base.Title>
                {description ? <Base.Description className="text-soft">{description}</Base.Description> : null}
              </div>
            </header>
            {children ? <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div> : null}
            {footer ? (
              <footer className="flex items-center justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>
            ) : null}
            {/* Last in order, so that the dialog's first control gets the focus. */}
            <Base.Close
              aria-label="Close"
              className="absolute top-3.5 right-3.5 flex size-7 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink pointer-coarse:top-2 pointer-coarse:right-2 pointer-coarse:size-11"
            >
              <X aria-hidden="true" className="size-4" />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
