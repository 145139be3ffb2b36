"use client";
import { type QueueRole, queueRoles } from "@/lib/contracts/names";

interface Props {
  /** The member's name. */
  name: string;
  roles: readonly QueueRole[];
  onChange: (roles: QueueRole[]) => void;
  disabled?: boolean;
}

/** A member's roles; at least one. */
export function RoleToggle({ name, roles, onChange, disabled = false }: Props) {
  return (
    <fieldset className="flex w-fit gap-px overflow-hidden rounded-md border border-line" disabled={disabled}>
      <legend className="sr-only">Roles of {name}</legend>
      {queueRoles.map((role) => {
        const isActive = roles.includes(role);
        return (
          <button
            key={role}
            type="button"
            aria-pressed={isActive}
            disabled={isActive && roles.length === 1}
            onClick={() => onChange(isActive ? roles.filter((each) => each !== role) : [...roles, role])}
            className="h-6.5 px-2 text-xs text-faint capitalize hover:bg-hover aria-pressed:bg-accent-wash aria-pressed:text-accent pointer-coarse:h-11"
          >
            {role}
          </button>
        );
      })}
    </fieldset>
  );
}
