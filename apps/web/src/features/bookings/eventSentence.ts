import { eventSentence as sentence, type BookingEvent, type Side } from '@marquee/booking';

const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const moment = (at: string): string => format.format(new Date(at));

type Happening = BookingEvent & { actorId: string | null; actorName: string | null };

/** What happened, as a sentence for the one who reads it, in the reader's time zone. */
export const eventSentence = (event: Happening, reader: { id: string; side: Side | null }): string =>
  sentence(event, reader, moment);
