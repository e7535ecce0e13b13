/** Reviews that demo brands and creators write about each other. */

interface SeedReview {
  stars: number;
  parts: [number, number, number];
  text: string;
  /** The reviewed side's public answer to the review. */
  answer?: string;
}

/** Reviews of creators. `parts` contains the stars for quality, communication and timeliness. */
export const CREATOR_REVIEWS: readonly SeedReview[] = [
  {
    stars: 5,
    parts: [5, 5, 5],
    text: 'Exactly the tone we were hoping for. The hook in the first three seconds was better than the one in our brief, so we used it for our paid ads too.',
  },
  {
    stars: 4,
    parts: [5, 3, 4],
    text: 'Beautiful footage. We had to ask twice for the raw files, but then they came the same evening.',
    answer: 'Sorry about the wait! I now send the raw files along with the final cut.',
  },
  { stars: 5, parts: [5, 5, 4], text: 'Our second booking, and definitely not our last.' },
  {
    stars: 3,
    parts: [3, 4, 3],
    text: 'The photos are fine, but two of the five were nearly identical, and the logo is cut off in one. They were nice about it, though.',
    answer: 'That’s fair. I sent two new photos and will check the crops with you first next time.',
  },
  { stars: 5, parts: [5, 5, 5], text: '' },
  {
    stars: 4,
    parts: [4, 5, 4],
    text: 'Easy to work with and quick to reply. The voice-over could have been a little slower for our audience.',
  },
  {
    stars: 5,
    parts: [5, 4, 5],
    text: 'The comments were full of real questions about the product instead of emojis. That’s exactly what we wanted.',
  },
  {
    stars: 2,
    parts: [3, 2, 1],
    text: 'It came four days after the date we agreed on, so our launch post was late. The video itself is decent.',
    answer: 'I was sick that week and should have let you know on the first day instead of the third. I’m sorry.',
  },
  {
    stars: 5,
    parts: [5, 5, 5],
    text: 'They read the whole product sheet and caught a mistake in one of our own claims. We’ve since corrected it.',
  },
  { stars: 4, parts: [4, 4, 5], text: 'On time and no hassle. One round of changes was enough.' },
  {
    stars: 5,
    parts: [4, 5, 5],
    text: 'Very honest. They told us which of our two ideas wouldn’t work with their followers, and they were right.',
  },
  { stars: 4, parts: [4, 4, 4], text: 'Solid work for the price.' },
];

/** Reviews of brands. `parts` contains the stars for the brief, communication and fairness. */
export const BRAND_REVIEWS: readonly SeedReview[] = [
  {
    stars: 5,
    parts: [5, 5, 5],
    text: 'A one-page brief with everything in it, and feedback within a day. A pleasure to work with.',
  },
  {
    stars: 4,
    parts: [3, 5, 5],
    text: 'The sample arrived a few days late and the brief changed once, but they were fair about the deadline.',
  },
  { stars: 5, parts: [5, 4, 5], text: 'They trusted me to do my thing. Happy to work together again.' },
  { stars: 5, parts: [5, 5, 5], text: '' },
  {
    stars: 3,
    parts: [2, 3, 4],
    text: 'Nice people. I wish I had known before filming that I couldn’t make that claim.',
  },
  { stars: 5, parts: [4, 5, 5], text: 'Clear, quick and polite.' },
];
