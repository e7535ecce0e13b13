import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { randomUUID } from 'node:crypto';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import { Failure } from '../../../core/failures.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { assertUninvolved, getStaffRequest } from '../../identity/accounts/staff-requests.service.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { resumeHeldPayouts } from '../settlements/release.service.ts';
import { lockFrozenPayouts, setPayoutsUnfrozen } from './payouts.sql.ts';

/**
 * Releases the payouts of a creator who reported a change that they did not make, after staff have checked the
 * account, and emails the creator. Throws ADMIN_SUBJECT_NOT_FOUND, STAFF_INVOLVED, ADMIN_ACTION_STALE (not frozen)
 * or WORKSPACE_RETURN_OPEN (staff are giving the workspace back).
 */
export async function releaseFrozenPayouts(
  deps: Deps,
  actor: Actor,
  { id, reason }: { id: WorkspaceId; reason: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const creator = await lockFrozenPayouts(tx.db, id);
    if (!creator) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    await assertUninvolved(tx.db, id, actor.id);
    if (creator.reportedAt === null) throw new Failure('ADMIN_ACTION_STALE');
    const at = deps.now();
    if ((await getStaffRequest(tx.db, { kind: 'workspace_return', workspaceId: id }, at)) !== null)
      throw new Failure('WORKSPACE_RETURN_OPEN');
    await setPayoutsUnfrozen(tx.db, id);
    await resumeHeldPayouts(tx, id);
    await recordAction(tx.db, { kind: 'workspace.released', actor: { workspaceId: id, id: null }, data: {}, at });
    await sendMail(tx, {
      kind: 'payouts_released',
      subject: randomUUID(),
      to: { workspaceId: id },
      data: { isCreator: creator.userType === 'influencer' },
      at,
    });
    await recordAdminAction(tx.db, {
      actorPersonId: actor.id,
      action: 'payouts.released',
      subjectKind: 'user',
      subjectId: id,
      subjectLabel: creator.fullName,
      reason,
      before: { reportedAt: creator.reportedAt },
      after: { reportedAt: null },
      at,
    });
  });
}
