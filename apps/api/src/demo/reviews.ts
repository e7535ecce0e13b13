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
    text: 'Exactly the tone we hoped for. The hook in the first three seconds was better than the one in our brief, and we used it for the paid version as well.',
  },
  {
    stars: 4,
    parts: [5, 3, 4],
    text: 'Lovely footage. We had to ask twice for the raw files, then they came the same evening.',
    answer: 'Sorry about the wait! I now send the raw files together with the final cut.',
  },
  { stars: 5, parts: [5, 5, 4], text: 'Second booking, and certainly not the last.' },
  {
    stars: 3,
    parts: [3, 4, 3],
    text: 'The photos are fine, but two of the five were nearly the same and the logo is cut off in one. Friendly about it, though.',
    answer: 'Fair. I have sent two new frames and will check crops with you first next time.',
  },
  { stars: 5, parts: [5, 5, 5], text: '' },
  {
    stars: 4,
    parts: [4, 5, 4],
    text: 'Easy to work with and quick to answer. The voice-over could have been a little slower for our audience.',
  },
  {
    stars: 5,
    parts: [5, 4, 5],
    text: 'Comments were full of real questions about the product instead of emojis. That is what we paid for.',
  },
  {
    stars: 2,
    parts: [3, 2, 1],
    text: 'It came four days after the day we had agreed on, so the launch post was late. The film itself is decent.',
    answer: 'I was ill that week and should have written on the first day instead of the third. I am sorry.',
  },
  {
    stars: 5,
    parts: [5, 5, 5],
    text: 'Read the whole product sheet and caught a mistake in our own claim. We have corrected it since.',
  },
  { stars: 4, parts: [4, 4, 5], text: 'On time, no fuss. One round of changes was enough.' },
  {
    stars: 5,
    parts: [4, 5, 5],
    text: 'Very honest: told us which of our two ideas would not work with the followers, and was right.',
  },
  { stars: 4, parts: [4, 4, 4], text: 'Solid work for the price.' },
];

/** Reviews of brands. `parts` contains the stars for the brief, communication and fairness. */
export const BRAND_REVIEWS: readonly SeedReview[] = [
  {
    stars: 5,
    parts: [5, 5, 5],
    text: 'A brief of one page with everything in it, and feedback within a day. A pleasure.',
  },
  {
    stars: 4,
    parts: [3, 5, 5],
    text: 'The sample came a few days late and the brief changed once, but they were fair about the time.',
  },
  { stars: 5, parts: [5, 4, 5], text: 'They let me do what I do. Happy to work together again.' },
  { stars: 5, parts: [5, 5, 5], text: '' },
  {
    stars: 3,
    parts: [2, 3, 4],
    text: 'Nice people. I would have liked to know before filming that the claim could not be said.',
  },
  { stars: 5, parts: [4, 5, 5], text: 'Clear, quick, polite.' },
];
