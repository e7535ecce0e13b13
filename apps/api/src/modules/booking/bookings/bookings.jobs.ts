import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { expireUnacceptedBooking, remindOfRightsEnd } from './moves.service.ts';
import { remindToAnswer } from './deadlines.service.ts';

export const bookingJobs = (deps: Deps) =>
  ({
    'bookings.expire_unaccepted': ({ bookingId }) => expireUnacceptedBooking(deps, bookingId),
    'bookings.remind_answer': ({ bookingId }) => remindToAnswer(deps, bookingId),
    'bookings.remind_rights': ({ bookingId }) => remindOfRightsEnd(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
