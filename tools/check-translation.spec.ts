import { describe, expect, it } from 'vitest';
import { checkTranslation } from './check-translation.ts';

const listProblems = (jsx: string) =>
  checkTranslation('a.tsx', `export const A = () => ${jsx};`).map(({ message }) => message);

describe('checkTranslation on code that breaks when a browser translates the page', () => {
  it.each([
    ['conditional text next to other text', `<p>{isYours && 'You: '}{last}</p>`, 'of its own'],
    ['text that alternates with nothing', `<p>Hello {name === null ? '' : name}!</p>`, 'of its own'],
    ['text that alternates with an element', `<p>By {to === null ? 'us' : <a href={to}>us</a>}</p>`, 'of its own'],
    ['a conditional fragment with text', `<p>Paid{at !== null && <> on <time>{at}</time></>}</p>`, 'of its own'],
    ['text after a conditional element', `<p>{isNew && <b>New</b>} offer</p>`, 'after an element'],
    ['text after a list', `<p>{all.map((each) => <b key={each}>{each}</b>)} and more</p>`, 'after an element'],
    ['a fragment with text as a branch', `isPaid ? <>Paid on <time>{at}</time></> : null`, 'in an element'],
    [
      'elements of one type with different text',
      `isPaid ? <p>Paid</p> : <p>Held until <time>{at}</time> at most</p>`,
      'different keys',
    ],
    [
      'elements of one type in different return statements',
      `{ if (isPaid) return <p>Paid</p>; return <p>Held until <time>{at}</time></p>; }`,
      'different keys',
    ],
    [
      'elements of one type with the same key',
      `isPaid ? <p key="a">Paid</p> : <p key="a">Held until <time>{at}</time></p>`,
      'different keys',
    ],
  ])('refuses %s', (_, jsx, message) => {
    expect(listProblems(jsx)).toContainEqual(expect.stringContaining(message));
  });
});

describe('checkTranslation on safe code', () => {
  it.each([
    ['text that only changes', `<p>Hello {isYou ? 'you' : name}!</p>`],
    ['conditional text alone in its element', `<p>{isYours && 'Yours'}</p>`],
    ['conditional text in an element of its own', `<p>{isYours && <span>You: </span>}<span>{last}</span></p>`],
    ['a conditional element after text', `<p>New offer {isNew && <b>today</b>}</p>`],
    ['a fragment of elements', `<><p>One</p><p>Two</p></>`],
    ['elements with different keys', `isPaid ? <p key="a">Paid</p> : <p key="b">Held until <time>{at}</time></p>`],
    ['elements of different types', `isPaid ? <p>Paid</p> : <div>Held until <time>{at}</time></div>`],
  ])('allows %s', (_, jsx) => {
    expect(listProblems(jsx)).toEqual([]);
  });
});
