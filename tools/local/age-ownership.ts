/** Ends waiting times of accounts and workspaces on a running server, for browser tests. */
import pg from 'pg';

async function runStatement(databaseUrl: string, statement: string, value: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Turns off triggers, because the log of a workspace refuses changes.
    await client.query('set session_replication_role = replica');
    await client.query(statement, [value]);
  } finally {
    await client.end();
  }
}

/** Makes the changes of ownership that wait in the workspace with this username take effect now. */
export const endOwnershipWait = (databaseUrl: string, username: string): Promise<void> =>
  runStatement(
    databaseUrl,
    `with waiting as (
       update ownership_change set requested_at = requested_at - moved, effective_at = effective_at - moved
       from (select interval '1 year' as moved) as by
       where workspace_id = (select id from workspace where username = $1) and done_at is null
       returning id)
     update job set run_at = now() where key in (select 'workspaces.change_ownership:' || id from waiting)`,
    username,
  );

/** Makes the second factor of an account as old as if it had always had one. */
export const ageFactor = (databaseUrl: string, email: string): Promise<void> =>
  runStatement(databaseUrl, `update person set factor_since = created_at - interval '1 year' where email = $1`, email);

/**
 * Moves an account, and the members, invitations and log of its workspaces, one year into the past. A device that signs
 * in afterwards counts as new, because it is no longer the one on which the account was created.
 */
export const ageAccount = (databaseUrl: string, email: string): Promise<void> =>
  runStatement(
    databaseUrl,
    `with aged as (
       update person set created_at = created_at - interval '1 year' where email = $1 returning id),
     own as (
       select workspace_id from member where person_id in (select id from aged)),
     members as (
       update member set joined_at = joined_at - interval '1 year' where workspace_id in (select workspace_id from own)),
     invitations as (
       update invitation set created_at = created_at - interval '1 year', accepted_at = accepted_at - interval '1 year'
       where workspace_id in (select workspace_id from own))
     update workspace_action set at = at - interval '1 year' where workspace_id in (select workspace_id from own)`,
    email,
  );

/** Makes the sessions of an account ask again for a confirmation of the user's identity. */
export const endConfirmations = (databaseUrl: string, email: string): Promise<void> =>
  runStatement(
    databaseUrl,
    `update session set data = data - 'confirmedAt' where person_id = (select id from person where email = $1)`,
    email,
  );
