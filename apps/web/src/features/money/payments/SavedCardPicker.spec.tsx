import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { getScope, queryUtils, trpc } from '../../../trpc.ts';
import type { SavedCard } from './payments.words.ts';
import { SavedCardPicker, useCardChoice, type CardChoice } from './SavedCardPicker.tsx';

const WITHOUT = { value: 'new', label: 'New card' };
const newCard = (id: string, isExpired = false): SavedCard =>
  ({ id, brand: 'visa', last4: '4242', expMonth: 4, expYear: 2029, isExpired }) as SavedCard;

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://marquee.test', pathname: '/' });
});

/** Renders the picker as it first appears, and returns its markup and the choice. */
function render(cards: readonly SavedCard[], change: Partial<CardChoice> = {}) {
  queryUtils.payments.cards.setData(undefined, { cards, canSave: true } as never);
  function Probe() {
    const choice = { ...useCardChoice(WITHOUT.value), ...change };
    return (
      <>
        <output>{`${choice.value}, ${choice.isGone ? 'gone' : 'there'}`}</output>
        <SavedCardPicker choice={choice} without={WITHOUT} />
      </>
    );
  }
  const { queryClient, client } = getScope();
  const markup = renderToStaticMarkup(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider>
          <Probe />
        </MantineProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  );
  return { markup, choice: /<output>(.*)<\/output>/.exec(markup)?.[1] };
}

const listChecked = (markup: string) =>
  [...markup.matchAll(/<button[^>]*aria-checked="true"[^>]*>/g)].map(([tag]) => /aria-label="([^"]*)"/.exec(tag)?.[1]);

it('chooses the first card that has not expired, and disables expired cards', () => {
  const { markup, choice } = render([newCard('old', true), newCard('good')]);
  expect(choice).toBe('good, there');
  expect(listChecked(markup)).toEqual([expect.stringContaining('Expires 04/29')]);
  expect(markup).toMatch(/<button[^>]*disabled=""[^>]*Expired 04\/29|<button[^>]*Expired 04\/29[^>]*disabled=""/);
});

it('chooses no saved card if all have expired, and is hidden if there are none', () => {
  expect(render([newCard('old', true)]).choice).toBe('new, there');
  expect(render([]).markup).not.toContain('Pay with');
});

it('chooses nothing and says so if the chosen card was removed', () => {
  const { markup } = render([newCard('other')], { value: 'removed', isGone: true });
  expect(listChecked(markup)).toEqual([]);
  expect(markup).toContain('The card that you chose was removed. Choose how to pay.');
});
