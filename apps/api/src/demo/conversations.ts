/** Conversations of the demo marketplace. */
import type { BookingStatus, Side } from '@marquee/booking';

/**
 * A message, as the side that wrote it, the minutes since the previous message, and the text. `quotes` is the index
 * (from 0) of the message that it quotes. `shows` attaches the portfolio picture at index `at` under a file name.
 */
export type SeedMessage = readonly [Side, number, string, { quotes?: number; shows?: { at: number; name: string } }?];

export interface SeedConversation {
  /**
   * Selects the latest booking between the brand and the creator with this status. If missing, the conversation is
   * not about a booking.
   */
  about?: BookingStatus;
  /** The index of the creator in the list of seeded creators. `brand` is the index in the list of brands. */
  creator: number;
  brand: number;
  /**
   * The age of the first message, for a conversation without a booking. Other conversations begin some hours after
   * the order.
   */
  daysAgo?: number;
  lines: readonly SeedMessage[];
  /** The sides that have read all messages. */
  read: readonly Side[];
}

export const SEED_CONVERSATIONS: readonly SeedConversation[] = [
  {
    creator: 0,
    brand: 0,
    daysAgo: 128,
    read: ['creator', 'brand'],
    lines: [
      [
        'brand',
        0,
        'Hi Maya, we make rain jackets from recycled nets and like how you film people outside. Do you take work in November?',
      ],
      ['creator', 95, 'Hello! I do. Rain is my favourite light, so that fits. Is it one video or a small series?'],
      ['brand', 22, 'One Reel to begin with, and Stories on the day. If it works we would like to go on in spring.'],
      [
        'creator',
        14,
        'Then the package with one Reel and three Stories is right. Raw footage is in it. I need the jacket a week before, in M.',
      ],
      ['brand', 8, 'Perfect. Can we say in the questions that the hood has to be in the picture?'],
      ['creator', 31, 'Yes, write it under “must be shown”. I will plan the first shot around it.', { quotes: 4 }],
      ['brand', 5, 'Great, I book it now.'],
    ],
  },
  {
    about: 'in_progress',
    creator: 0,
    brand: 0,
    read: ['creator'],
    lines: [
      ['brand', 0, 'The parcel left this morning, it should be with you on Thursday.'],
      ['creator', 340, 'It is here already, thank you! The orange is even better than in the pictures.'],
      ['creator', 3, 'One question: is the small logo on the sleeve new? It is not in your guide.'],
      ['brand', 47, 'Good eye. It is new this season and may be shown, just not as the first thing one sees.'],
      [
        'creator',
        1260,
        'Two hours of rain this morning, so I have everything I need. First cut tomorrow; this is how it looks.',
        { shows: { at: 2, name: 'from-the-morning.webp' } },
      ],
      ['brand', 16, 'Wonderful. Could the line about the nets come before the price?', { quotes: 4 }],
      ['creator', 9, 'Yes, I had it that way round in the script. The price is the last frame.'],
    ],
  },
  {
    about: 'accepted',
    creator: 0,
    brand: 0,
    read: ['brand'],
    lines: [
      [
        'creator',
        0,
        'Thanks for booking again! I begin on Monday. Do you still want the café scene, or rather the station?',
      ],
      ['brand', 65, 'The station, please. We saw somebody else’s café video this week and it was very close to it.'],
      ['creator', 28, 'Understood. I ask for a permit today. If they say no I know a tram stop that looks the same.'],
      ['brand', 12, 'Both are fine with us.'],
    ],
  },
  {
    about: 'completed',
    creator: 0,
    brand: 0,
    read: ['creator'],
    lines: [
      ['brand', 4320, 'We watched it with the whole team. The cut to the puddle made everybody laugh.'],
      [
        'creator',
        33,
        'That one was not planned at all :) Are the subtitles readable on your side? I made them larger than usual.',
      ],
      [
        'brand',
        210,
        'They are. One thing: at 0:12 the name of the shop in the background can be read. Could that be blurred?',
      ],
      ['creator', 41, 'Sure. New link in an hour, everything else stays as it is.'],
      ['creator', 58, 'Done: the same link shows the new version now.'],
    ],
  },
  {
    about: 'pending',
    creator: 0,
    brand: 0,
    read: ['brand'],
    lines: [
      [
        'brand',
        0,
        'Hi Maya, a quick one: this order is for our shop in Porto, so the text should be in Portuguese. Is that all right?',
      ],
      ['brand', 2, 'We send the translation, you would only have to say it.'],
    ],
  },
  {
    creator: 0,
    brand: 4,
    daysAgo: 1.2,
    read: ['brand'],
    lines: [
      [
        'brand',
        0,
        'Hello Maya, we open a second shop in spring and look for somebody who films it like a day in the life, not like an advert.',
      ],
      ['creator', 130, 'Hello, that sounds like me. Would customers be in it, or the two of you at work?'],
      ['brand', 25, 'Us at work, from five in the morning. Customers only from behind.'],
      ['brand', 1, 'And could you come on a Saturday? It is the only day on which everything happens at once.'],
    ],
  },
  {
    creator: 3,
    brand: 0,
    daysAgo: 3,
    read: ['creator', 'brand'],
    lines: [
      ['brand', 0, 'Hi, do you also film with models of other sizes, or only yourself?'],
      [
        'creator',
        420,
        'Usually myself, but I have two friends who do it for a day fee. I would put that in the offer, so that you see it before you book.',
      ],
      ['brand', 55, 'That is fair. We come back to you when the samples are there.'],
    ],
  },
  {
    creator: 6,
    brand: 0,
    daysAgo: 0.4,
    read: ['creator'],
    lines: [
      [
        'brand',
        0,
        'Good morning! Your video about mending tents is the best we have seen. Would you do one about a jacket?',
      ],
      [
        'creator',
        75,
        'Good morning, and thank you! With pleasure, if I may really mend one. Do you have one that came back with a tear?',
      ],
      ['creator', 1, 'It does not have to look good. The worse, the better.'],
    ],
  },
];
