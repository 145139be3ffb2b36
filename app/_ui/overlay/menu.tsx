"use client";
import { Menu as Base } from "@base-ui/react/menu";
import NextLink from "next/link";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../class-names";
import { Kbd } from "../keyboard/kbd";

export interface MenuAction {
  label: string;
  /** A link target; the alternative is `onSelect`. */
  href?: string;
  onSelect?: () => void;
  icon?: ReactNode;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Marks the current one of a set. */
  current?: boolean;
}

interface Props {
  trigger: ReactElement;
  /** Groups of actions, separated by a line. */
  groups: readonly (readonly MenuAction[])[];
  /** Shown above the actions, e.g. the signed-in user. */
  heading?: ReactNode;
  side?: "top" | "bottom" | "right";
  align?: "start" | "end";
  /** Open from the first: its code was loaded by the click on its button. */
  startsOpen?: boolean;
}

export function Menu({ trigger, groups, heading, side = "bottom", align = "end", startsOpen = false }: Props) {
  return (
    <Base.Root defaultOpen={startsOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={4} className="z-50">
          <Base.Popup className="floating max-h-(--available-height) min-w-48 max-w-80 overflow-y-auto py-1">
            {heading ? <div className="border-b border-line px-3.5 pt-1 pb-2">{heading}</div> : null}
            {groups
              .filter((group) => group.length > 0)
              .map((group, index) => (
                <Base.Group
                  key={group[0]?.label}
                  className={classNames(
                    index > 0 && "mt-1 border-t border-line",
                    (index > 0 || heading !== undefined) && "pt-1",
                  )}
                >
                  {group.map((action) => (
                    <Line key={action.label} action={action} />
                  ))}
                </Base.Group>
              ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Line({ action }: { action: MenuAction }) {
  const { label, href, onSelect, icon, keys, danger, disabled = false, current } = action;
  const className = classNames("option", danger && "text-bad");
  const content = (
    <>
      {icon ? <span className="text-soft [&_svg]:size-4">{icon}</span> : null}
      <span className="flex-1 truncate">{label}</span>
      {current ? <span className="text-xs text-faint">Current</span> : null}
      {keys ? <Kbd keys={keys} /> : null}
    </>
  );
  if (href) {
    return (
      <Base.LinkItem className={className} closeOnClick render={<NextLink href={href} />}>
        {content}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item className={className} disabled={disabled} {...(onSelect ? { onClick: onSelect } : {})}>
      {content}
    </Base.Item>
  );
}
