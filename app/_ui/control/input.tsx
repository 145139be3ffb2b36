"use client";
import { Input as Base } from "@base-ui/react/input";
import type { ComponentProps } from "react";
import { classNames } from "../class-names";

type Props = Omit<ComponentProps<typeof Base>, "className"> & { className?: string };

export function Input({ className, ...rest }: Props) {
  return <Base dir="auto" className={classNames("control", className)} {...rest} />;
}
