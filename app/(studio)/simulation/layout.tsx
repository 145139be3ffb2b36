import type { ReactNode } from "react";
import { PageBody } from "@/app/_ui/page/page-body";
import { SectionNav } from "../_components/section-nav";
import { simulationSections } from "./_components/sections";

export default function SimulationLayout({ children }: { children: ReactNode }) {
  return (
    <PageBody>
      <SectionNav label="Simulate" sections={simulationSections} />
      {children}
    </PageBody>
  );
}
