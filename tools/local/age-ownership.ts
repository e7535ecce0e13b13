/** Ends the waiting time of changes of ownership on a running server, for browser tests. */
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
