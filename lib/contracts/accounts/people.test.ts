import { expect, test } from "vitest";
import { acceptInvitation } from "./invitations";
import { updateOrganization } from "./organizations";
import { signUp, updateProfile, userInfo } from "./people";

const TURNED = "Vic\u202e<b>Q";

test.each([TURNED, "A\u2066b", "\u202aA", "A\u2069"])(
  "names that turn text around are refused where entered: %j",
  (name) => {
    const bodies = [
      updateProfile.body.safeParse({ full_name: name }),
      signUp.body.safeParse({ email: "a@example.test", password: "a long pass phrase", full_name: name }),
      signUp.body.safeParse({
        email: "a@example.test",
        password: "a long pass phrase",
        full_name: "A",
        company_name: name,
      }),
      acceptInvitation.body.safeParse({ token: "t", full_name: name }),
      updateOrganization.body.safeParse({ name }),
    ];
    for (const body of bodies)
      expect(body.error?.issues.map(({ message }) => message)).toEqual([
        "May not contain characters that change the direction of text.",
      ]);
  },
);

test.each(["Zoë Ångström", "שלום", "محمد علي", "李 雷"])("%s is a name", (full_name) => {
  expect(updateProfile.body.safeParse({ full_name }).success).toBe(true);
});

test("stored names are shown as they are", () => {
  expect(userInfo.shape.name.safeParse(TURNED).success).toBe(true);
});
