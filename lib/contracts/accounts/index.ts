import * as audit from "./audit";
import * as companySignIn from "./company-sign-in";
import * as deskKeys from "./desk-keys";
import * as erasure from "./erasure";
import * as firstSteps from "./first-steps";
import * as invitations from "./invitations";
import * as keys from "./keys";
import * as notifications from "./notifications";
import * as organizations from "./organizations";
import * as passwordResets from "./password-resets";
import * as people from "./people";
import * as retention from "./retention";
import * as secondFactor from "./second-factor";
import * as tokens from "./tokens";
import * as transfer from "./transfer";
import * as userSessions from "./user-sessions";
import * as webhooks from "./webhooks";

/** In documentation order. */
export const accountModules = [
  people,
  passwordResets,
  secondFactor,
  tokens,
  userSessions,
  deskKeys,
  notifications,
  organizations,
  firstSteps,
  invitations,
  companySignIn,
  keys,
  webhooks,
  audit,
  transfer,
  erasure,
  retention,
];
