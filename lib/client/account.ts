// The user's account, organization, fellow members and API keys.

import { hrefOf } from "@/lib/client/call";
import { mutationFor, queryFor } from "@/lib/client/query";
import { secretFor } from "@/lib/client/secrets/secret-for";
import { startProviderSignIn } from "./auth";
import * as operations from "./operations";

const aboutMe = [operations.getUserInfo, operations.listMembers];

export const personQuery = () => queryFor(operations.getUserInfo, {});
export const firstStepsQuery = () => queryFor(operations.getFirstSteps, {});
export const signUp = mutationFor(operations.signUp, { showsErrors: true });
export const updateProfile = mutationFor(operations.updateProfile, {
  invalidates: aboutMe,
  showsErrors: true,
  done: "Name saved",
});
export const changePassword = mutationFor(operations.changePassword, { showsErrors: true });

/** The address of a file with everything of the organization. */
export const organizationFile = (): string => hrefOf(operations.exportOrganization, {});

export const userSessionsQuery = () => queryFor(operations.listUserSessions, {});
export const endUserSession = mutationFor(operations.endUserSession, {
  invalidates: [operations.listUserSessions],
  done: "Session ended",
});
export const endOtherUserSessions = mutationFor(operations.endOtherUserSessions, {
  invalidates: [operations.listUserSessions],
  done: "Other sessions ended",
});

export const secondFactorQuery = () => queryFor(operations.getSecondFactor, {});
const aboutFactors = [operations.getSecondFactor, operations.listMembers];

export const startSecondFactor = mutationFor(operations.startSecondFactor, { showsErrors: true });
export const confirmSecondFactor = mutationFor(operations.confirmSecondFactor, {
  invalidates: aboutFactors,
  showsErrors: true,
});
export const renewRecoveryCodes = mutationFor(operations.renewRecoveryCodes, {
  invalidates: [operations.getSecondFactor],
  showsErrors: true,
});
export const disableSecondFactor = mutationFor(operations.disableSecondFactor, {
  invalidates: aboutFactors,
  showsErrors: true,
  done: "Second factor turned off",
});
export const resetMemberSecondFactor = mutationFor(operations.resetMemberSecondFactor, {
  invalidates: [operations.listMembers],
  done: "Second factor turned off",
});

export const organizationsQuery = () => queryFor(operations.listOrganizations, {});
export const switchOrganization = mutationFor(operations.switchOrganization);
export const updateOrganization = mutationFor(operations.updateOrganization, {
  invalidates: [operations.listOrganizations, operations.getUserInfo],
  showsErrors: true,
  done: "Organization renamed",
});

export const requireSecondFactor = mutationFor(operations.updateOrganization, {
  invalidates: [operations.listOrganizations, operations.getSecondFactor],
  done: "Sign-in changed",
});

const MEMBER_ROWS = 50;

/** All members of the organization, for pickers. */
export const memberChoicesQuery = () => queryFor(operations.listMembers, { limit: 1000 });
export interface MemberFilter {
  page?: number;
  search?: string;
}
export const membersInput = ({ page = 1, search = "" }: MemberFilter = {}) => ({
  page,
  limit: MEMBER_ROWS,
  ...(search ? { search } : {}),
});
export const membersQuery = (filter: MemberFilter = {}) => queryFor(operations.listMembers, membersInput(filter));
export const changeMemberRole = mutationFor(operations.changeMemberRole, {
  invalidates: [...aboutMe, operations.listInvitations],
});
export const removeMember = mutationFor(operations.removeMember, {
  invalidates: [operations.listMembers, operations.listInvitations],
});

export const endMemberSessions = mutationFor(operations.endMemberSessions, { done: "Signed out everywhere" });

/** Open invitations; most organizations have few. */
export const invitationsInput = { limit: 100 };
export const invitationsQuery = (page = 1) =>
  queryFor(operations.listInvitations, page === 1 ? invitationsInput : { ...invitationsInput, page });
export const inviteMember = mutationFor(operations.inviteMember, {
  invalidates: [operations.listInvitations],
  showsErrors: true,
});
export const revokeInvitation = mutationFor(operations.revokeInvitation, {
  invalidates: [operations.listInvitations],
  done: "Invitation revoked",
});
export const createPasswordReset = mutationFor(operations.createPasswordReset);
export const requestPasswordReset = mutationFor(operations.requestPasswordReset, { showsErrors: true });
export const resetPassword = mutationFor(operations.resetPassword, { showsErrors: true });
export const acceptInvitation = mutationFor(operations.acceptInvitation, { showsErrors: true });
export const joinOrganization = mutationFor(operations.joinOrganization, { showsErrors: true });

export const KEY_ROWS = 50;

/** `page` is 1-based, as on all screens. */
export const keysInput = (page = 1) => ({ current_page_index: page - 1, page_size: KEY_ROWS });
export const keysQuery = (page = 1) => queryFor(operations.listKeys, keysInput(page));
export const createKey = secretFor(
  operations.createKey,
  { invalidates: [operations.listKeys] },
  "The key may have been made, but its secret never arrived. If it is in the list, revoke it and create another.",
);
export const updateKey = mutationFor(operations.updateKey, {
  invalidates: [operations.listKeys],
  showsErrors: true,
  done: "API key changed",
});
export const enableKey = mutationFor(operations.enableKey, { invalidates: [operations.listKeys] });
export const disableKey = mutationFor(operations.disableKey, { invalidates: [operations.listKeys] });
export const revokeKey = mutationFor(operations.deleteKey, {
  invalidates: [operations.listKeys],
  done: "API key revoked",
});

const aboutCompany = [operations.getCompanySignIn];

export const companySignInQuery = () => queryFor(operations.getCompanySignIn, {});
export const setCompanySignIn = mutationFor(operations.setCompanySignIn, {
  invalidates: aboutCompany,
  showsErrors: true,
  done: "Provider saved",
});
export const deleteCompanySignIn = mutationFor(operations.deleteCompanySignIn, {
  invalidates: aboutCompany,
  done: "Provider removed",
});
export const checkCompanySignIn = mutationFor(operations.checkCompanySignIn, { showsErrors: true });
export const addCompanyDomain = mutationFor(operations.addCompanyDomain, {
  invalidates: aboutCompany,
  showsErrors: true,
});
export const checkCompanyDomain = mutationFor(operations.checkCompanyDomain, { invalidates: aboutCompany });
export const deleteCompanyDomain = mutationFor(operations.deleteCompanyDomain, {
  invalidates: aboutCompany,
  done: "Domain removed",
});

const findCompanySignIn = mutationFor(operations.findCompanySignIn, { showsErrors: true });

export interface CompanyStart {
  email: string;
  /** The page to come back to. */
  next: string;
}

/** Finds where to go on: the sign-in of the provider of the email's company. */
export const beginCompanySignIn = {
  ...findCompanySignIn,
  mutationFn: async ({ email, next }: CompanyStart): Promise<{ url: string }> => {
    const { provider_id } = await findCompanySignIn.mutationFn({ email });
    if (provider_id === null)
      throw new Error("No company signs in with this email's domain here. Sign in with your password.");
    const outcome = await startProviderSignIn(provider_id, { email, next });
    if ("message" in outcome) throw new Error(outcome.message);
    return outcome;
  },
};
