import type { ReactNode } from "react";
import { PageBody } from "@/app/_ui/page/page-body";
import { SectionNav } from "../_components/section-nav";
import { traceSections } from "./_components/sections";

export default function TracesLayout({ children }: { children: ReactNode }) {
  return (
    <PageBody>
      <SectionNav label="Traces" sections={traceSections} />
      {children}
    </PageBody>
  );
}
