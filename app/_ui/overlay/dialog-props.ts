import type { ReactNode, RefObject } from "react";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  size?: "small" | "medium" | "large" | "wide";
  /** The element to focus on opening; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Escape and a click outside do not close it. */
  onlyButtonsClose?: boolean;
  children?: ReactNode;
}
