-- Open invitations of people who may not grant their role any more are refused; nobody needs to see them as waiting.
UPDATE "invitations" AS "invitation" SET "revoked_at" = now()
WHERE "accepted_at" IS NULL AND "revoked_at" IS NULL AND NOT EXISTS (
  SELECT FROM "memberships" AS "inviter"
  WHERE "inviter"."organization_id" = "invitation"."organization_id" AND "inviter"."user_id" = "invitation"."invited_by"
    AND ("inviter"."role" = 'Owner' OR ("inviter"."role" = 'Admin' AND "invitation"."role" <> 'Owner'))
);
