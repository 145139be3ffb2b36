import type { ReactNode, RefObject } from "react";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  size?: "small" | "medium" | "large";
  /** Where the focus lands; the first control unless told. */
  initialFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}
