/** Reads Stripe's objects from the journal of the stand-in. Apart from books.ts, which also runs without the stand-in. */
import { readJournal } from '@marquee/stripe-stand-in';
import type { StripeBooks } from './books.ts';

/** Reads the journal of the stand-in whose folder is `dir`, even while the stand-in is running. */
export const readJournalBooks = (dir: string): StripeBooks => readJournal(dir);
