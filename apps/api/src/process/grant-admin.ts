/**
 * Grants, revokes or lists the admin role: `npm run admin -- grant <email> | revoke <email> | list`. There is no
 * other way to change the role. Each change is recorded in the audit log.
 */
import { parseEnv } from '../config/env.ts';
import { openLog } from '../config/log.ts';
import { listAdmins } from '../modules/identity/accounts/accounts.sql.ts';
import { setAdmin } from '../modules/identity/accounts/roles.service.ts';
import { boot, prepareDatabase } from './boot.ts';

const USAGE = `Usage: npm run admin -- grant <email>
       npm run admin -- revoke <email>
       npm run admin -- list`;

const [command, email] = process.argv.slice(2);
const deps = await openDeps();
try {
  process.stdout.write(`${await runCommand()}\n`);
} finally {
  await deps.close();
}

async function openDeps() {
  const env = parseEnv(process.env);
  const opened = boot(env, openLog(env));
  await prepareDatabase(opened);
  return opened;
}

async function runCommand(): Promise<string> {
  if (command === 'list' && email === undefined) {
    const admins = await listAdmins(deps.db);
    return admins.length === 0
      ? 'Nobody is an admin.'
      : admins.map((admin) => `${admin.email}  ${admin.fullName}`).join('\n');
  }
  if ((command !== 'grant' && command !== 'revoke') || email === undefined) {
    process.exitCode = 2;
    return USAGE;
  }
  const account = await setAdmin(deps, email, command === 'grant');
  if (!account) {
    process.exitCode = 1;
    return `No account has the address ${email}.`;
  }
  const state = command === 'grant' ? 'an admin' : 'no admin';
  return account.changed
    ? `${account.fullName} (${email}) is ${state} now.`
    : `${account.fullName} (${email}) was ${state} before.`;
}
