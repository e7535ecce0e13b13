-- Agencies: creators that other creators have consented to be represented by.

-- The people who may act in a workspace: its members and, while a consent is in force, the members of the creator's
-- agency, who have roles of their own. `agency_id` is null for members. A member of both acts as a member.
create or replace view workspace_person as
  select workspace_id, person_id, role, null::uuid as agency_id from member
  union all
  select consent.creator_id, agent.person_id, case when agent.role = 'assistant' then 'agent_assistant' else 'agent' end,
    consent.agency_id
  from agency_consent consent
  join workspace agency on agency.id = consent.agency_id and agency.suspended_at is null and agency.deleted_at is null
  join member agent on agent.workspace_id = consent.agency_id
  where consent.agreed_at is not null and consent.ended_at is null and not exists (
    select from member own where own.workspace_id = consent.creator_id and own.person_id = agent.person_id);
