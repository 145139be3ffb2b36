import { classNames } from "../class-names";
import { initialOf } from "./graphemes";

export const initialsOf = (name: string): string => {
  const nameParts = name
    .trim()
    .split(/[\s@._-]+/)
    .filter(Boolean);
  const letters = [nameParts[0], nameParts.length > 1 ? nameParts.at(-1) : undefined].map((word) =>
    initialOf(word ?? ""),
  );
  return letters.join("").toUpperCase() || "?";
};

/** A person's initials. The full name is shown beside it or in its title. */
export function Avatar({ name, size = "medium" }: { name: string; size?: "small" | "medium" }) {
  return (
    <span
      aria-hidden="true"
      title={name}
      className={classNames(
        "inline-flex shrink-0 select-none items-center justify-center rounded-full bg-press font-medium text-soft",
        "text-xs",
        size === "small" ? "size-5.5 tracking-tighter" : "size-7",
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
