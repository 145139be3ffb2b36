import type { Contract } from "@/lib/contracts/contract";

/** The body of an operation's example; a form for an operation that takes files. */
export function exampleBody({ accepts, example }: Contract): unknown {
  if (accepts !== "multipart") return example;
  const form = new FormData();
  for (const [name, value] of Object.entries(example as object)) // safe: examples of forms are objects
    form.set(name, name === "file" ? new File([String(value)], "rows.csv") : String(value));
  return form;
}
