"use client";
import NextLink from "next/link";
import type { ComponentProps } from "react";
import { ButtonContent, buttonClasses, type Look } from "./button-look";

type Props = Look & Omit<ComponentProps<typeof NextLink>, "children">;

const takeFocus = (link: HTMLAnchorElement | null) => link?.focus();

/** A link that looks like a button. React does not focus a link on `autoFocus`, as it does a button. */
export function LinkButton({ look, size, icon, keys, className, children, autoFocus = false, ...rest }: Props) {
  const view = { look, size, icon, keys, children };
  return (
    <NextLink className={buttonClasses(view, className)} {...(autoFocus ? { ref: takeFocus } : {})} {...rest}>
      <ButtonContent {...view} />
    </NextLink>
  );
}
