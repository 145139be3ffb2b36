// Creating and changing your own evaluation templates.
import * as operations from "../operations";
import { mutationFor } from "../query";

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
// The template itself is not fetched again, because it was deleted.
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
