"use client";
import { NumberInput } from "@/app/_form/fields";
import type { SettingsProps } from "./settings-props";

export const StarSettings = ({ form }: SettingsProps) => (
  <NumberInput
    form={form}
    name="stars"
    at="settings.no_of_stars"
    label="Stars"
    hint="The number keys cover up to 10 stars."
    min={1}
    max={100}
  />
);
