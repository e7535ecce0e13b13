import { describe, expect, it } from 'vitest';
import { diffWords } from './diffWords.ts';

const marked = (before: string, text: string) =>
  diffWords(before, text)
    .map(({ text: piece, isNew }) => (isNew ? `[${piece}]` : piece))
    .join('');

describe('diffWords', () => {
  it.each([
    ['three reels', 'three reels', 'three reels'],
    ['', 'three reels', '[three reels]'],
    ['three reels', 'four reels', '[four] reels'],
    ['three reels', 'three reels and a story', 'three reels [and a story]'],
    ['a story and three reels', 'three reels', 'three reels'],
    ['each. You', 'each, and five. You', '[each, and five.] You'],
    ['one\ntwo', 'one\nnew two', 'one\n[new] two'],
  ])('marks the words that are new when %j is changed to %j', (before, text, expected) => {
    expect(marked(before, text)).toBe(expected);
  });

  it('preserves every character of the new text', () => {
    const text = 'Drei  Reels,\n\nund é̂ 🏕️ eine Story.';
    expect(
      diffWords('eine andere Story.', text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
