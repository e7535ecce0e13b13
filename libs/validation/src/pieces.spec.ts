import { describe, expect, it } from 'vitest';
import { countPieces, listDeliverableTitles } from './pieces.ts';

describe('the deliverables of a booking', () => {
  it('are the features that name a piece of work, in the creator’s words', () =>
    expect(
      listDeliverableTitles('Launch', [' 1 Reel, 30 seconds ', 'Story with link', '2 revisions', 'Raw footage']),
    ).toEqual(['1 Reel, 30 seconds', 'Story with link']));

  it('include the ordered quantity and add-ons', () =>
    expect(
      listDeliverableTitles('Launch', ['1 Reel'], {
        quantity: 2,
        addOns: [
          { label: 'Story', quantity: 3 },
          { label: 'Raw footage', quantity: 1 },
        ],
      }),
    ).toEqual(['2 × 1 Reel', '3 × Story', 'Raw footage']));

  it('are a single one named after the package if no feature names a piece of work', () => {
    expect(listDeliverableTitles('Launch', ['90 days usage rights for the photos', 'Raw footage'])).toEqual(['Launch']);
    expect(listDeliverableTitles('Launch', [])).toEqual(['Launch']);
  });
});

describe('the number of pieces in a package', () => {
  it.each([
    [['1 Instagram Reel', '3 Stories with link', 'Raw footage'], 4],
    [['60-second Reel', '2 rounds of changes to the video'], 1],
    [['1 Reel, 30 seconds', '12 edited photos', '90 days usage rights for the photos'], 13],
    [['One carousel (8 slides)', '2x TikTok'], 3],
    [['2 × Story', '3 x video'], 5],
    [['Two Reels', 'A Story'], 3],
  ])('with the features %j is %i', (features, count) => expect(countPieces(features)).toBe(count));

  it.each([[[]], [['Raw footage', 'Delivery in 2 days']], [['1 Reel', 'Story with link']], [['Photos, edited']]])(
    'with the features %j is unknown',
    (features) => expect(countPieces(features)).toBeNull(),
  );
});
