import { Star } from "lucide-react";
import { classNames } from "@/app/_ui/class-names";
import type { FieldProps } from "./field-props";
import { chooseStars, starsOf } from "./form-label";

export function StarField({ label, value, onChange, disabled }: FieldProps) {
  const count = starsOf(label);
  const rating = typeof value?.rating === "number" ? value.rating : 0;
  const stars = Array.from({ length: count }, (_, index) => index + 1);
  return (
    <div className="flex flex-wrap items-center gap-y-1">
      {stars.map((star) => (
        <button
          key={star}
          type="button"
          disabled={disabled}
          aria-pressed={star === rating}
          aria-label={star === 1 ? "1 star" : `${star} stars`}
          tabIndex={star === Math.max(1, rating) ? 0 : -1}
          onClick={() => onChange(chooseStars(value, star))}
          className="flex size-8 flex-col items-center justify-center rounded-md transition-colors hover:bg-hover pointer-coarse:size-11"
        >
          <Star
            aria-hidden="true"
            className={classNames("size-5", star <= rating ? "fill-accent text-accent" : "text-edge")}
            strokeWidth={1.5}
          />
        </button>
      ))}
      <span className="ml-2 text-soft tabular-nums">
        {rating > 0 ? (
          `${rating} of ${count}`
        ) : (
          <span className="text-faint pointer-coarse:hidden">
            Keys 1–{Math.min(count, 9)}
            {count > 9 ? ", 0" : null}
          </span>
        )}
      </span>
    </div>
  );
}
