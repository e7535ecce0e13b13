import type { WorkspaceId } from '@marquee/contracts';
import { describeBookingEvent as sentence, type BookingEvent, type Side } from '@marquee/booking';
import { createReaderFormatter } from '../../../lib/readerClock.ts';

const formatTimestamp = createReaderFormatter({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const formatEventTime = (at: string): string => formatTimestamp(new Date(at));

type TimelineEvent = BookingEvent & {
  actorWorkspaceId: WorkspaceId | null;
  actorName: string | null;
  isByColleague?: true;
};

/** Describes a timeline event to the viewer, with times in the viewer's time zone. */
export const describeEventInReaderZone = (event: TimelineEvent, reader: { id: string; side: Side | null }): string =>
  sentence(event, reader, formatEventTime);
