import type { ComponentProps } from "react";
import { ButtonContent, buttonClasses, type Look } from "./button-look";

type Props = Look & { busy?: boolean } & Omit<ComponentProps<"button">, "children">;

/** `busy` keeps the label, ignores clicks and informs assistive technology. There is no spinner. */
export function Button({ look, size, icon, keys, busy = false, className, children, onClick, ...rest }: Props) {
  const view = { look, size, icon, keys, children };
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={buttonClasses(view, className)}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      <ButtonContent {...view} />
    </button>
  );
}
