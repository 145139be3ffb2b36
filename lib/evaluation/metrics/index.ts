// Every computed template, by name.
import { customCode } from "../code/template";
import { classification } from "./classification";
import { agreement } from "./classification/agreement";
import { correlation } from "./correlation";
import { edits } from "./edits";
import { recognition } from "./edits/recognition";
import { embeddings } from "./embeddings";
import { links } from "./links";
import { media } from "./media";
import { overlap } from "./overlap";
import { bags } from "./overlap/bags";
import { retrieval } from "./retrieval";
import { statistics } from "./statistics";
import { forms } from "./strings/forms";
import { keywords } from "./strings/keywords";
import { lengths } from "./strings/lengths";
import { structure } from "./structure";
import type { ComputedTemplate } from "./template";
import { trajectories } from "./trajectories";

export type { ComputedTemplate } from "./template";

export const computedTemplates: readonly ComputedTemplate[] = [
  ...keywords,
  ...lengths,
  ...forms,
  ...classification,
  ...agreement,
  ...correlation,
  ...edits,
  ...recognition,
  ...overlap,
  ...bags,
  ...retrieval,
  ...statistics,
  ...structure,
  ...media,
  ...embeddings,
  ...links,
  customCode,
  ...trajectories,
].sort((one, other) => (one.name < other.name ? -1 : 1));

export const computedByName: ReadonlyMap<string, ComputedTemplate> = new Map(
  computedTemplates.map((template) => [template.name, template]),
);
