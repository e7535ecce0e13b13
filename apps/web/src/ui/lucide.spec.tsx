import type { IconNode, LucideProps } from 'lucide-react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import classes from './Icon.module.css';
import createLucideIcon from './lucide.ts';

const node: IconNode = [
  ['path', { d: 'M5 12h14', key: 'a' }],
  ['circle', { cx: '12', cy: '12', r: '4', key: 'b' }],
];
const Sign = createLucideIcon({ node }) as (props: LucideProps) => ReactNode;
const drawn = (icon: ReactNode) => renderToStaticMarkup(icon).replace(classes['icon'] ?? '', 'icon');

it('draws an outline, hidden from screen readers', () =>
  expect(drawn(<Sign />)).toBe(
    '<svg class="icon" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12h14"/><circle cx="12" cy="12" r="4"/></svg>',
  ));

it('has the stroke that is asked for, which the style sheet would overrule as an attribute', () => {
  const icon = drawn(<Sign size={13} strokeWidth={3} className="more" style={{ flex: 'none' }} />);
  expect(icon).toContain('class="icon more"');
  expect(icon).toContain('width="13" height="13"');
  expect(icon).toContain('style="stroke-width:3;flex:none"');
});

it('is read out where it says something', () => {
  const icon = drawn(<Sign aria-label="Opens in a new tab" />);
  expect(icon).toContain('aria-label="Opens in a new tab"');
  expect(icon).not.toContain('aria-hidden');
});
