-- The audit log is only appended to. Retention and erasure say so in their transaction, with `assay.audit_erasure`.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if current_setting('assay.audit_erasure', true) is distinct from 'on' then
    raise exception 'the audit log is only appended to' using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end $$;

create or replace trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create or replace trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_audit_change();
