/** Ends waiting times of accounts and workspaces on a running server, for browser tests. */
import pg from 'pg';

/** Makes the changes of ownership that wait in the workspace with this username take effect now. */
export async function endOwnershipWait(databaseUrl: string, username: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `with waiting as (
         update ownership_change set requested_at = requested_at - moved, effective_at = effective_at - moved
         from (select interval '1 year' as moved) as by
         where workspace_id = (select id from workspace where username = $1) and done_at is null
         returning id)
       update job set run_at = now() where key in (select 'workspaces.change_ownership:' || id from waiting)`,
      [username],
    );
  } finally {
    await client.end();
  }
}

/** Makes the second factor of an account as old as if it had always had one. */
export async function ageFactor(databaseUrl: string, email: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`update person set factor_since = created_at - interval '1 year' where email = $1`, [email]);
  } finally {
    await client.end();
  }
}
