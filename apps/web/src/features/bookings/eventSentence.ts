import { eventSentence as sentence, type BookingEvent, type Side } from '@marquee/booking';
import { printer } from '../../ui/clock.ts';

const print = printer({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const moment = (at: string): string => print(new Date(at));

type Happening = BookingEvent & { actorId: string | null; actorName: string | null };

/** What happened, as a sentence for the one who reads it, in the reader's time zone. */
export const eventSentence = (event: Happening, reader: { id: string; side: Side | null }): string =>
  sentence(event, reader, moment);
