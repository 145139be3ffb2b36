"use client";
import { TextareaField, TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";

export interface GroupForm {
  name: string;
  description: string;
  templateIds: string[];
}

/** A group's name and description, as the API takes them. */
export const bodyOf = ({ name, description }: GroupForm) => ({ name, description: description.trim() || null });

/** A group's name and description. */
export const GroupFields = ({ form }: { form: SaveForm<GroupForm> }) => (
  <>
    <TextField form={form} name="name" label="Name" required maxLength={255} />
    <TextareaField form={form} name="description" label="Description" optional maxLength={10_000} />
  </>
);
