import { describe, expect, it } from 'vitest';
import { countPieces, listDeliverableTitles } from './pieces.ts';

describe('the deliverables of a booking', () => {
  it('are the features that name a piece, in their own words', () =>
    expect(
      listDeliverableTitles('Launch', [' 1 Reel, 30 seconds ', 'Story with link', '2 revisions', 'Raw footage']),
    ).toEqual(['1 Reel, 30 seconds', 'Story with link']));

  it('are as many as were ordered, with the ordered add-ons', () =>
    expect(
      listDeliverableTitles('Launch', ['1 Reel'], {
        quantity: 2,
        addOns: [
          { label: 'Story', quantity: 3 },
          { label: 'Raw footage', quantity: 1 },
        ],
      }),
    ).toEqual(['2 × 1 Reel', '3 × Story', 'Raw footage']));

  it('are the package where none does', () => {
    expect(listDeliverableTitles('Launch', ['90 days usage rights for the photos', 'Raw footage'])).toEqual(['Launch']);
    expect(listDeliverableTitles('Launch', [])).toEqual(['Launch']);
  });
});

describe('the pieces of a package', () => {
  it.each([
    [['1 Instagram Reel', '3 Stories with link', 'Raw footage'], 4],
    [['60-second Reel', '2 rounds of changes to the video'], 1],
    [['1 Reel, 30 seconds', '12 edited photos', '90 days usage rights for the photos'], 13],
    [['One carousel (8 slides)', '2x TikTok'], 3],
    [['2 × Story', '3 x video'], 5],
    [['Two Reels', 'A Story'], 3],
  ])('%j are %i', (features, count) => expect(countPieces(features)).toBe(count));

  it.each([[[]], [['Raw footage', 'Delivery in 2 days']], [['1 Reel', 'Story with link']], [['Photos, edited']]])(
    '%j are not counted',
    (features) => expect(countPieces(features)).toBeNull(),
  );
});
