import NextLink from "next/link";
import type { ComponentProps } from "react";
import { ButtonContent, buttonClasses, type Look } from "./button-look";

type Props = Look & Omit<ComponentProps<typeof NextLink>, "children">;

/** A link that looks like a button: it goes somewhere. */
export function LinkButton({ look, size, icon, keys, className, children, ...rest }: Props) {
  const view = { look, size, icon, keys, children };
  return (
    <NextLink className={buttonClasses(view, className)} {...rest}>
      <ButtonContent {...view} />
    </NextLink>
  );
}
