// Who looks at the screens, in which organization, with whom, and with which keys.
import { mutationFor, queryFor } from "@/lib/client/query";
import * as invitations from "@/lib/contracts/accounts/invitations";
import * as keys from "@/lib/contracts/accounts/keys";
import * as organizations from "@/lib/contracts/accounts/organizations";
import * as people from "@/lib/contracts/accounts/people";

const aboutMe = [people.getUserInfo, organizations.listMembers];

export const personQuery = () => queryFor(people.getUserInfo, {});
export const signUp = mutationFor(people.signUp, { showsErrors: true });
export const updateProfile = mutationFor(people.updateProfile, {
  invalidates: aboutMe,
  showsErrors: true,
  done: "Name saved",
});
export const changePassword = mutationFor(people.changePassword, { showsErrors: true });

export const organizationsQuery = () => queryFor(organizations.listOrganizations, {});
export const switchOrganization = mutationFor(organizations.switchOrganization);
export const updateOrganization = mutationFor(organizations.updateOrganization, {
  invalidates: [organizations.listOrganizations, people.getUserInfo],
  showsErrors: true,
  done: "Organization renamed",
});

export const MEMBER_ROWS = 50;

/** Everybody in the organization, for pickers. */
export const memberChoicesQuery = () => queryFor(organizations.listMembers, { limit: 1000 });
export interface MemberFilter {
  page?: number;
  search?: string;
}
export const membersInput = ({ page = 1, search = "" }: MemberFilter = {}) => ({
  page,
  limit: MEMBER_ROWS,
  ...(search ? { search } : {}),
});
export const membersQuery = (filter: MemberFilter = {}) => queryFor(organizations.listMembers, membersInput(filter));
export const changeMemberRole = mutationFor(organizations.changeMemberRole, {
  invalidates: [...aboutMe, invitations.listInvitations],
});
export const removeMember = mutationFor(organizations.removeMember, {
  invalidates: [organizations.listMembers, invitations.listInvitations],
});

/** Invitations that wait to be accepted; an organization has few. */
export const invitationsInput = { limit: 100 };
export const invitationsQuery = () => queryFor(invitations.listInvitations, invitationsInput);
export const inviteMember = mutationFor(invitations.inviteMember, {
  invalidates: [invitations.listInvitations],
  showsErrors: true,
});
export const revokeInvitation = mutationFor(invitations.revokeInvitation, {
  invalidates: [invitations.listInvitations],
  done: "Invitation taken back",
});
export const acceptInvitation = mutationFor(invitations.acceptInvitation, { showsErrors: true });
export const joinOrganization = mutationFor(invitations.joinOrganization, { showsErrors: true });

export const KEY_ROWS = 50;

/** `page` is 1-based, as everywhere on the screens. */
export const keysInput = (page = 1) => ({ current_page_index: page - 1, page_size: KEY_ROWS });
export const keysQuery = (page = 1) => queryFor(keys.listKeys, keysInput(page));
export const createKey = mutationFor(keys.createKey, { invalidates: [keys.listKeys], showsErrors: true });
export const enableKey = mutationFor(keys.enableKey, { invalidates: [keys.listKeys] });
export const disableKey = mutationFor(keys.disableKey, { invalidates: [keys.listKeys] });
export const revokeKey = mutationFor(keys.deleteKey, { invalidates: [keys.listKeys], done: "API key revoked" });
