/** Marquee's name, contact promises and colors. Pages, emails, preview cards and PDFs share them. */
export const PRODUCT_NAME = 'Marquee';
/** The tagline (requirements R1.2). */
export const PRODUCT_TAGLINE = 'Creator Economy Platform';

/** The contact promises (requirements R9.8). */
export const SUPPORT_PROMISES = {
  answer: 'within 24 hours',
  answerHours: 24,
  priorityAnswer: '2 hours',
  hours: 'Mon-Fri 9 AM to 6 PM EST',
} as const;

/**
 * The color palette, for style sheets and for renderers without CSS. Each scale has ten shades, from light to dark.
 */
export const BRAND_COLORS = {
  /** The accent color. Shade 6 has a contrast of 7:1 on white, and shade 4 has 5:1 on the dark surface. */
  iris: ['#f1f0ff', '#dfdcfe', '#bfb9fb', '#9f96f6', '#8b7ff3', '#6756ea', '#4733dc', '#3a28bd', '#2f219b', '#241a76'],
  /**
   * Warm grays. Shade 6 is still readable as text on the page background (contrast 4.6:1). Shade 7 is for secondary
   * text (7:1).
   */
  gray: ['#faf8f5', '#f4f1ec', '#e9e4dc', '#dbd4c9', '#c2b9ac', '#9f958a', '#786f65', '#5a524a', '#3c3630', '#1f1b17'],
  /**
   * Shades of the dark color scheme. From light to dark, they are used for text, lines, surfaces and the page
   * background.
   */
  dark: ['#f0ece6', '#c3bbb1', '#9e958a', '#5a534b', '#443e38', '#36312b', '#2a2621', '#201c18', '#161311', '#0f0d0b'],
  /** For decoration only (bulbs, stars), because it is too light for text. */
  bulb: '#ffb52e',
} as const;
