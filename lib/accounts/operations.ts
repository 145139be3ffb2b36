// Every operation of accounts and organizations: its contract joined to its verb.
import * as auditContracts from "@/lib/contracts/accounts/audit";
import * as companyContracts from "@/lib/contracts/accounts/company-sign-in";
import * as deskKeyContracts from "@/lib/contracts/accounts/desk-keys";
import * as erasureContracts from "@/lib/contracts/accounts/erasure";
import * as firstStepsContracts from "@/lib/contracts/accounts/first-steps";
import * as invitationContracts from "@/lib/contracts/accounts/invitations";
import * as keyContracts from "@/lib/contracts/accounts/keys";
import * as organizationContracts from "@/lib/contracts/accounts/organizations";
import * as resetContracts from "@/lib/contracts/accounts/password-resets";
import * as peopleContracts from "@/lib/contracts/accounts/people";
import * as retentionContracts from "@/lib/contracts/accounts/retention";
import * as factorContracts from "@/lib/contracts/accounts/second-factor";
import * as tokenContracts from "@/lib/contracts/accounts/tokens";
import * as transferContracts from "@/lib/contracts/accounts/transfer";
import * as sessionContracts from "@/lib/contracts/accounts/user-sessions";
import { endpoint } from "@/lib/http/endpoint";
import * as acceptance from "./accept-invitation";
import * as auditEntries from "./audit/entries";
import * as company from "./company/company-sign-in";
import * as companyDomains from "./company/domains";
import * as deskKeys from "./desk-keys";
import * as accountDeletion from "./erasure/delete-account";
import * as memberDeletion from "./erasure/delete-member";
import * as organizationDeletion from "./erasure/delete-organization";
import * as firstSteps from "./first-steps";
import * as invitations from "./invitations";
import * as keyList from "./key-list";
import * as keys from "./keys";
import * as members from "./members";
import * as organizations from "./organizations";
import * as resets from "./password-resets";
import * as people from "./people";
import * as retention from "./retention/retention";
import * as secondFactor from "./second-factor";
import * as registration from "./sign-up";
import * as tokens from "./tokens";
import * as transfer from "./transfer/export-organization";
import * as sessions from "./user-sessions";

export const signUp = endpoint(peopleContracts.signUp, registration.signUp);
export const createToken = endpoint(tokenContracts.createToken, tokens.createToken);
export const refreshToken = endpoint(tokenContracts.refreshToken, tokens.refreshToken);
export const logOut = endpoint(tokenContracts.logOut, tokens.logOut);
export const getUserInfo = endpoint(peopleContracts.getUserInfo, people.getUserInfo);
export const getDeskKeys = endpoint(deskKeyContracts.getDeskKeys, deskKeys.getDeskKeys);
export const setDeskKeys = endpoint(deskKeyContracts.setDeskKeys, deskKeys.setDeskKeys);
export const updateProfile = endpoint(peopleContracts.updateProfile, people.updateProfile);
export const changePassword = endpoint(peopleContracts.changePassword, people.changePassword);

export const requestPasswordReset = endpoint(resetContracts.requestPasswordReset, resets.requestPasswordReset);
export const createPasswordReset = endpoint(resetContracts.createPasswordReset, resets.createPasswordReset);
export const previewPasswordReset = endpoint(resetContracts.previewPasswordReset, resets.previewPasswordReset);
export const resetPassword = endpoint(resetContracts.resetPassword, resets.resetPassword);

export const getSecondFactor = endpoint(factorContracts.getSecondFactor, secondFactor.getSecondFactor);
export const startSecondFactor = endpoint(factorContracts.startSecondFactor, secondFactor.startSecondFactor);
export const confirmSecondFactor = endpoint(factorContracts.confirmSecondFactor, secondFactor.confirmSecondFactor);
export const renewRecoveryCodes = endpoint(factorContracts.renewRecoveryCodes, secondFactor.renewRecoveryCodes);
export const disableSecondFactor = endpoint(factorContracts.disableSecondFactor, secondFactor.disableSecondFactor);
export const resetMemberSecondFactor = endpoint(
  factorContracts.resetMemberSecondFactor,
  secondFactor.resetMemberSecondFactor,
);

export const listUserSessions = endpoint(sessionContracts.listUserSessions, sessions.listUserSessions);
export const endUserSession = endpoint(sessionContracts.endUserSession, sessions.endUserSession);
export const endOtherUserSessions = endpoint(sessionContracts.endOtherUserSessions, sessions.endOtherUserSessions);

export const endMemberSessions = endpoint(sessionContracts.endMemberSessions, sessions.endMemberSessions);

export const listOrganizations = endpoint(organizationContracts.listOrganizations, organizations.listOrganizations);
export const switchOrganization = endpoint(organizationContracts.switchOrganization, organizations.switchOrganization);
export const updateOrganization = endpoint(organizationContracts.updateOrganization, organizations.updateOrganization);
export const listMembers = endpoint(organizationContracts.listMembers, members.listMembers);
export const changeMemberRole = endpoint(organizationContracts.changeMemberRole, members.changeMemberRole);
export const removeMember = endpoint(organizationContracts.removeMember, members.removeMember);

export const inviteMember = endpoint(invitationContracts.inviteMember, invitations.inviteMember);
export const listInvitations = endpoint(invitationContracts.listInvitations, invitations.listInvitations);
export const revokeInvitation = endpoint(invitationContracts.revokeInvitation, invitations.revokeInvitation);
export const previewInvitation = endpoint(invitationContracts.previewInvitation, acceptance.previewInvitation);
export const acceptInvitation = endpoint(invitationContracts.acceptInvitation, acceptance.acceptInvitation);
export const joinOrganization = endpoint(invitationContracts.joinOrganization, acceptance.joinOrganization);

export const getCompanySignIn = endpoint(companyContracts.getCompanySignIn, company.getCompanySignIn);
export const setCompanySignIn = endpoint(companyContracts.setCompanySignIn, company.setCompanySignIn);
export const deleteCompanySignIn = endpoint(companyContracts.deleteCompanySignIn, company.deleteCompanySignIn);
export const checkCompanySignIn = endpoint(companyContracts.checkCompanySignIn, company.checkCompanySignIn);
export const findCompanySignIn = endpoint(companyContracts.findCompanySignIn, company.findCompanySignIn);
export const addCompanyDomain = endpoint(companyContracts.addCompanyDomain, companyDomains.addCompanyDomain);
export const checkCompanyDomain = endpoint(companyContracts.checkCompanyDomain, companyDomains.checkCompanyDomain);
export const deleteCompanyDomain = endpoint(companyContracts.deleteCompanyDomain, companyDomains.deleteCompanyDomain);

export const createKey = endpoint(keyContracts.createKey, keys.createKey);
export const listKeys = endpoint(keyContracts.listKeys, keyList.listKeys);
export const updateKey = endpoint(keyContracts.updateKey, keys.updateKey);
export const enableKey = endpoint(keyContracts.enableKey, keys.enableKey);
export const disableKey = endpoint(keyContracts.disableKey, keys.disableKey);
export const deleteKey = endpoint(keyContracts.deleteKey, keys.deleteKey);
export const checkKey = endpoint(keyContracts.checkKey, keyList.checkKey);
export const getFirstSteps = endpoint(firstStepsContracts.getFirstSteps, firstSteps.getFirstSteps);

export const listAuditEntries = endpoint(auditContracts.listAuditEntries, auditEntries.listAuditEntries);
export const exportAuditLog = endpoint(auditContracts.exportAuditLog, auditEntries.exportAuditLog);

export const getOrganizationLosses = endpoint(
  erasureContracts.getOrganizationLosses,
  organizationDeletion.getOrganizationLosses,
);
export const deleteOrganization = endpoint(
  erasureContracts.deleteOrganization,
  organizationDeletion.deleteOrganization,
);
export const exportOrganization = endpoint(transferContracts.exportOrganization, transfer.exportOrganization);
export const getAccountLosses = endpoint(erasureContracts.getAccountLosses, accountDeletion.getAccountLosses);
export const deleteAccount = endpoint(erasureContracts.deleteAccount, accountDeletion.deleteAccount);
export const deleteMember = endpoint(erasureContracts.deleteMember, memberDeletion.deleteMember);
export const getRetention = endpoint(retentionContracts.getRetention, retention.getRetention);
export const setRetention = endpoint(retentionContracts.setRetention, retention.setRetention);
