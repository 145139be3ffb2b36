"use client";
import { Ellipsis } from "lucide-react";
import { IconButton } from "../button/icon-button";
import { Menu, type MenuAction } from "./menu";

/** A page's secondary actions, behind one button in its header. `of` names the object, as in "the run". */
export const ActionsMenu = ({ of, groups }: { of: string; groups: readonly (readonly MenuAction[])[] }) => (
  <Menu
    trigger={
      <IconButton label={`Actions for ${of}`} className="size-8">
        <Ellipsis aria-hidden="true" />
      </IconButton>
    }
    groups={groups}
  />
);
