/**
 * Grants, revokes or lists the admin role: `npm run admin -- grant <email> | revoke <email> | list`. There is no
 * other way to change the role. Each change is recorded in the audit log. Granting prints a one-time code for the staff
 * member's passkey.
 */
import { parseEnv } from '../config/env.ts';
import { openLog } from '../config/log.ts';
import { listAdmins } from '../modules/identity/accounts/accounts.sql.ts';
import { grantAdmin, revokeAdmin } from '../modules/identity/accounts/roles.service.ts';
import { STAFF_CODE_HOURS } from '../modules/identity/factors/staff-codes.service.ts';
import { boot } from './boot.ts';

const USAGE = `Usage: npm run admin -- grant <email>
       npm run admin -- revoke <email>
       npm run admin -- list`;

const [command, email] = process.argv.slice(2);
const env = parseEnv(process.env);
// The command does not migrate the database, because it may belong to a newer version than the running processes.
const deps = boot(env, openLog(env));
try {
  process.stdout.write(`${await runCommand()}\n`);
} finally {
  await deps.close();
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
  const isGrant = command === 'grant';
  const account = isGrant ? await grantAdmin(deps, email) : await revokeAdmin(deps, email);
  if (!account) {
    process.exitCode = 1;
    return `No account has the address ${email}.`;
  }
  const role = isGrant ? 'an admin' : 'no admin';
  const state = `${account.fullName} (${email}) ${account.isChanged ? `is ${role} now` : `was ${role} before`}.`;
  return account.staffCode === null ? state : `${state}\n${formatStaffCode(account.staffCode)}`;
}

function formatStaffCode(code: string): string {
  return `Staff code: ${code}
Give it to ${email} in person or by phone. It works once, for ${STAFF_CODE_HOURS} hours, and is not shown again.
With this code, a passkey can be used at once for actions that move money. Enter it under Settings, Account.`;
}
