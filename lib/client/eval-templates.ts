// Making and changing evaluation templates of one's own.
import * as operations from "./operations";
import { mutationFor } from "./query";

const aboutTemplates = [
  operations.listEvalTemplates,
  operations.listEvalTemplateNames,
  operations.getEvalTemplate,
  operations.listEvalTemplateVersions,
];

export const createEvalTemplate = mutationFor(operations.createEvalTemplate, {
  invalidates: aboutTemplates,
  showsErrors: true,
});
export const updateEvalTemplate = mutationFor(operations.updateEvalTemplate, {
  invalidates: aboutTemplates,
  showsErrors: true,
});
export const duplicateEvalTemplate = mutationFor(operations.duplicateEvalTemplate, {
  invalidates: aboutTemplates,
  showsErrors: true,
});
// The template itself is not asked for again: it is there no more.
export const deleteEvalTemplates = mutationFor(operations.deleteEvalTemplates, {
  invalidates: [
    operations.listEvalTemplates,
    operations.listEvalTemplateNames,
    operations.listEvalGroups,
    operations.getEvalGroup,
  ],
});
export const setDefaultEvalTemplateVersion = mutationFor(operations.setDefaultEvalTemplateVersion, {
  invalidates: aboutTemplates,
});
export const restoreEvalTemplateVersion = mutationFor(operations.restoreEvalTemplateVersion, {
  invalidates: aboutTemplates,
});
