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
        'Hi Maya, we make rain jackets from recycled fishing nets and love how you film people outdoors. Are you taking on work in November?',
      ],
      [
        'creator',
        95,
        'Hi! I am. I love filming in the rain, so this is a great fit. Is it one video or a small series?',
      ],
      [
        'brand',
        22,
        'One Reel to start, plus Stories on launch day. If it goes well, we would like to continue in spring.',
      ],
      [
        'creator',
        14,
        'Then the package with one Reel and three Stories is the right one. It includes raw footage. I need the jacket a week ahead, in size M.',
      ],
      ['brand', 8, 'Perfect. Can we mention in the questions that the hood has to be visible?'],
      ['creator', 31, 'Yes, just add it to the brief. I will plan the first shot around it.', { quotes: 4 }],
      ['brand', 5, 'Great, booking it now.'],
    ],
  },
  {
    about: 'in_progress',
    creator: 0,
    brand: 0,
    read: ['creator'],
    lines: [
      ['brand', 0, 'The package shipped this morning and should arrive on Thursday.'],
      ['creator', 340, 'It’s already here, thank you! The orange looks even better than in the photos.'],
      ['creator', 3, 'One question: is the small logo on the sleeve new? It’s not in your brand guide.'],
      ['brand', 47, 'Good eye! It’s new this season. You can show it, just not in the opening shot.'],
      [
        'creator',
        1260,
        'Two hours of rain this morning, so I have everything I need. You’ll get the first cut tomorrow. Here’s a preview.',
        { shows: { at: 2, name: 'from-the-morning.webp' } },
      ],
      ['brand', 16, 'Love it. Could the line about the fishing nets come before the price?', { quotes: 4 }],
      ['creator', 9, 'Yes, that’s how I scripted it. The price comes in the last frame.'],
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
        'Thanks for booking again! I’m starting on Monday. Do you still want the café scene, or would you prefer the station?',
      ],
      ['brand', 65, 'The station, please. We saw a café video from another brand this week that was very similar.'],
      [
        'creator',
        28,
        'Got it. I’ll ask for a permit today. If they say no, I know a streetcar stop that looks the same.',
      ],
      ['brand', 12, 'Either one works for us.'],
    ],
  },
  {
    about: 'completed',
    creator: 0,
    brand: 0,
    read: ['creator'],
    lines: [
      ['brand', 4320, 'The whole team watched it. The cut to the puddle made everyone laugh.'],
      [
        'creator',
        33,
        'That wasn’t planned at all :) Are the subtitles easy to read on your end? I made them larger than usual.',
      ],
      [
        'brand',
        210,
        'They are. One thing: at 0:12 you can read the name of the store in the background. Could you blur it?',
      ],
      ['creator', 41, 'Sure. I’ll send a new link in an hour. Everything else stays the same.'],
      ['creator', 58, 'Done! The same link now shows the new version.'],
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
        'Hi Maya, quick question: this order is for our store in Porto, so the text should be in Portuguese. Is that OK?',
      ],
      ['brand', 2, 'We’ll send you the translation, so you would just have to read it.'],
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
        'Hi Maya, we’re opening a second store in spring and are looking for someone to film it like a day in the life, not like an ad.',
      ],
      ['creator', 130, 'Hi, that sounds like me! Would it show customers, or the two of you at work?'],
      ['brand', 25, 'Us at work, starting at 5 AM. Customers only from behind.'],
      ['brand', 1, 'And could you come on a Saturday? That’s the only day when everything happens at once.'],
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
        'Usually just myself, but I have two friends who model for a day rate. I would include that in the offer so you see it before you book.',
      ],
      ['brand', 55, 'Sounds fair. We’ll get back to you when the samples arrive.'],
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
        'Good morning! Your video about repairing tents is the best we’ve seen. Would you do one about a jacket?',
      ],
      [
        'creator',
        75,
        'Good morning, and thank you! I’d love to, as long as I can really repair one. Do you have a returned jacket with a tear?',
      ],
      ['creator', 1, 'It doesn’t have to look good. The worse, the better.'],
    ],
  },
];
