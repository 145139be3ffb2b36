"use client";
import { useRouter } from "next/navigation";
import { Button } from "@/app/_ui/button/button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { Menu } from "@/app/_ui/overlay/menu";
import { links } from "@/lib/client/links";

/** The kinds of templates to create. */
export function NewTemplateMenu() {
  const router = useRouter();
  useShortcuts("Page", [
    { keys: "c", description: "New judged template", run: () => router.push(links.newEvalTemplate("judged")) },
  ]);
  return (
    <Menu
      trigger={<Button look="primary">New template</Button>}
      groups={[
        [
          { label: "Judged by criteria", keys: "c", href: links.newEvalTemplate("judged") },
          { label: "Code in JavaScript", href: links.newEvalTemplate("code") },
          { label: "Composite of other templates", href: links.newEvalTemplate("composite") },
        ],
      ]}
    />
  );
}
