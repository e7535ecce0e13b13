/** Input of agencies. */
import { MAX_AGENCY_CAP_BPS } from '@marquee/money';
import { z } from 'zod';
import { cursorField, singleLineField } from './fields.ts';
import { LIMITS } from './limits.ts';

const CREATOR_MESSAGE = 'Enter the creator’s username';

/** An agency's invitation of a creator. The share is in hundredths of a percent. */
export const agencyInvitation = z.strictObject({
  creator: singleLineField('The creator', LIMITS.username + 1, CREATOR_MESSAGE)
    .trim()
    .min(1, CREATOR_MESSAGE)
    .overwrite((value) => value.replace(/^@/, '')),
  shareBps: z.int('Enter a share in percent').min(0, 'Enter a share in percent').max(MAX_AGENCY_CAP_BPS),
});
export type AgencyInvitation = z.infer<typeof agencyInvitation>;

/** The list of creators that an agency represents. Accepts unknown fields, because the web app's paging adds some. */
export const agencyCreatorsPage = z.object({ cursor: cursorField });
