-- Moderation, support and the log of staff actions.

create or replace trigger admin_action_append_only before delete or update on admin_action
  for each row execute function refuse_change();
create or replace trigger admin_action_no_truncate before truncate on admin_action
  for each statement execute function refuse_change();
