import type { ReactNode } from "react";
import { PageBody } from "@/app/_ui/page/page-body";
import { SectionNav } from "../_components/section-nav";
import { evaluationSections } from "./_components/sections";

export default function EvaluateLayout({ children }: { children: ReactNode }) {
  return (
    <PageBody>
      <SectionNav label="Evaluate" sections={evaluationSections} />
      {children}
    </PageBody>
  );
}
