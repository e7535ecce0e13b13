/** What plain.tsx and plainFields.tsx draw is what Mantine draws. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as Mantine from '@mantine/core';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Look } from '../theme/Look.tsx';
import theme from '../theme/components.module.css';
import { PALETTE } from '../theme/tokens.ts';
import * as plain from './plain.tsx';
import * as fields from './plainFields.tsx';

/** Of ours: what a class, or with it an attribute, gives to an element. */
const RULES = [
  ...readFileSync(join(import.meta.dirname, '../theme/components.module.css'), 'utf8').matchAll(
    /^\.(\w+)(?:\[(data-[\w-]+)='([^']+)'\])? \{([^}]*)\}/gm,
  ),
].map(([, name = '', attribute, value, styles = '']) => ({
  name: theme[name] ?? '',
  attribute: attribute && `${attribute}=${value}`,
  styles: styles.split(';').flatMap((style) => style.trim().replace(': ', ':') || []),
}));

/** What Mantine's own sheet gives already, and its elements say again. */
const GIVEN: Record<string, string> = {
  [theme['button'] ?? '']: '--button-color:var(--mantine-color-white)',
  [theme['avatar'] ?? '']: '--avatar-bd:0.0625rem solid transparent',
};

interface Tag {
  name: string;
  classes: string[];
  /** What holds for it, by its classes and attributes and of its own. */
  styles: string[];
  attributes: string[];
}

/** The tags of some markup, in their order; of classes, styles and attributes the order says nothing. */
function tagsOf(element: ReactElement): Tag[] {
  // The factor of everything's size is 1, and left out of ours (leanStyles of ssr/plugins.ts).
  const markup = renderToStaticMarkup(<Look>{element}</Look>).replaceAll(
    /calc\(([-\d.]+rem) \* var\(--mantine-scale\)\)/g,
    '$1',
  );
  // Where Mantine draws a sign, ours refers to it.
  const elements = markup.replaceAll(/<(path|use) [^>]*>(<\/\1>)?/g, '');
  return [...elements.matchAll(/<([a-z]\w*)((?: [\w:-]+(?:="[^"]*")?)*)\/?>/g)].map(([, name = '', given = '']) => {
    const all = [...given.matchAll(/ ([\w:-]+)(?:="([^"]*)")?/g)].map(
      ([, key = '', value = '']) => [key, value] as const,
    );
    const of = (key: string) => all.find(([each]) => each === key)?.[1] ?? '';
    const classes = of('class').split(' ').filter(Boolean).toSorted();
    const attributes = all
      .filter(([key]) => !['class', 'style', 'id', 'for', 'xmlns', 'aria-describedby'].includes(key))
      .map(([key, value]) => `${key}=${value}`)
      .toSorted();
    const styles = [
      ...classes.flatMap((each) => GIVEN[each] ?? []),
      ...RULES.filter(
        (rule) => classes.includes(rule.name) && (rule.attribute === undefined || attributes.includes(rule.attribute)),
      ).flatMap((rule) => rule.styles),
      // What a turning loader fades in with is left out: the plain one is there at once.
      ...of('style')
        .split(';')
        .filter((style) => style !== '' && !/^(transition-|transform-origin|-webkit-backface)/.test(style)),
    ];
    const holding = new Map(styles.map((style) => [style.slice(0, style.indexOf(':')), style]));
    return { name, classes, attributes, styles: [...holding.values()].toSorted() };
  });
}

/** Draws ours and Mantine's with the same props; `house` is what Mantine's gets besides: what ours always is. */
function same(ours: unknown, theirs: unknown, house: Record<string, unknown> = {}) {
  return (props: Record<string, unknown>, children: React.ReactNode = 'Words') => {
    const [Ours, Theirs] = [ours, theirs] as [React.ElementType, React.ElementType];
    const className = [house['className'], props['className']].filter(Boolean).join(' ');
    expect(tagsOf(<Ours {...props}>{children}</Ours>)).toEqual(
      tagsOf(
        <Theirs {...house} {...props} {...(className !== '' && { className })}>
          {children}
        </Theirs>,
      ),
    );
  };
}

const classNames = (name: string) => ({ className: theme[name] });

describe('draws as Mantine does', () => {
  it('buttons', () => {
    const check = same(plain.Button, Mantine.Button, { size: 'md', ...classNames('button') });
    for (const variant of [undefined, 'filled', 'light', 'outline', 'subtle', 'default', 'white'])
      for (const color of [undefined, ...PALETTE]) check({ variant, color });
    check({ color: 'red.8' });
    check({ color: 'gray.9' });
    for (const size of ['xs', 'md', 'lg', 'xl'])
      check({ size, leftSection: <i />, rightSection: 'x', fullWidth: true });
    check({ component: 'a', href: '/x', className: 'mine', mt: 'md', style: { top: 1 } });
    check({ disabled: true });
    check({ loading: true, variant: 'default' });
    check({ type: 'submit', 'aria-label': 'x' });
  });

  it('a small button, 40 px high for fingers', () => {
    const [button] = tagsOf(<plain.Button size="sm">Words</plain.Button>);
    expect(button?.styles).toContain('--button-height:40px');
    const mantine = tagsOf(
      <Mantine.Button
        size="sm"
        className={theme['button'] ?? ''}
        vars={() => ({ root: { '--button-height': '40px' } })}
      >
        Words
      </Mantine.Button>,
    );
    expect(tagsOf(<plain.Button size="sm">Words</plain.Button>)).toEqual(mantine);
  });

  it('icons that are pressed', () => {
    const check = same(plain.ActionIcon, Mantine.ActionIcon, { size: 40 });
    for (const variant of ['subtle', 'light', 'default']) check({ variant, color: 'gray', 'aria-label': 'x' });
    check({ size: 48, disabled: true });
    check({ loading: true });
    same(plain.UnstyledButton, Mantine.UnstyledButton)({ className: 'mine' });
  });

  it('text', () => {
    const check = same(plain.Text, Mantine.Text, classNames('text'));
    check({});
    for (const size of ['xs', 'sm', 'md', 'lg', 'xl']) check({ size });
    for (const c of ['dimmed', 'inherit', 'red', 'red.8', 'var(--x)']) check({ c });
    check({ span: true, inherit: true, style: { top: 1 } });
    check({ component: 'dt', fw: 600, fz: 'lg', lh: 'sm', ta: 'center', tt: 'none', lineClamp: 4 });
    check({
      m: 0,
      mt: 6,
      mb: 'xs',
      ml: 'auto',
      my: 'md',
      p: '4px 8px',
      px: 8,
      py: 'xl',
      w: '100%',
      h: 20,
      miw: 0,
      maw: 440,
    });
    check({ fz: 13, flex: '1 1 10px', display: 'inline-block', lh: 1.2 });
    const link = same(plain.Anchor, Mantine.Anchor, { className: `${theme['anchor']} ${theme['text']}` });
    link({ href: '/' });
    link({ href: '/', underline: 'always', size: 'sm', c: 'inherit', inherit: true });
    const heading = same(plain.Title, Mantine.Title, classNames('title'));
    for (const order of [1, 2, 3, 4]) heading({ order, id: 'x', fz: 'lg', mb: 'sm' });
    heading({ order: 2, size: 'h3', className: 'mine' });
    same(plain.VisuallyHidden, Mantine.VisuallyHidden)({ component: 'output' });
  });

  it('badges', () => {
    const check = same(plain.Badge, Mantine.Badge, { variant: 'light', radius: 'sm', ...classNames('badge') });
    for (const variant of ['light', 'dot', 'filled']) check({ variant, color: 'teal', size: 'lg', component: 'span' });
    check({ variant: 'dot', color: 'yellow.6' });
    check({ color: 'iris', leftSection: <i />, flex: 'none', mt: 2 });
  });

  it('what holds other things', () => {
    const card = same(plain.Card, Mantine.Card, {
      withBorder: true,
      padding: 'lg',
      radius: 'lg',
      ...classNames('card'),
    });
    card({ component: 'section' });
    card({ padding: 'md', className: 'mine' });
    const group = same(plain.Group, Mantine.Group);
    group({});
    group({ gap: '4px 14px', justify: 'space-between', align: 'flex-start', wrap: 'nowrap' });
    group({ gap: 'xs', grow: true }, [<i key="a" />, <b key="b" />]);
    const stack = same(plain.Stack, Mantine.Stack);
    stack({});
    stack({ gap: 'lg', align: 'center', justify: 'center', component: 'ul' });
    same(plain.Center, Mantine.Center)({ mt: 'lg' });
    same(plain.Box, Mantine.Box)({ mb: 'md' });
    const container = same(plain.Container, Mantine.Container);
    for (const size of ['xs', 'sm', 'md', 'xl', 480]) container({ size, py: 'xl' });
    expect(tagsOf(<plain.Container size="lg" />)[0]?.styles).toEqual(['--container-size:75rem']);
    const skeleton = same(plain.Skeleton, Mantine.Skeleton, classNames('skeleton'));
    skeleton({ height: 40, width: '60%', radius: 'lg', mt: 24 }, null);
    skeleton({ radius: 0 }, null);
    const avatar = same(plain.Avatar, Mantine.Avatar, { color: 'iris', ...classNames('avatar') });
    avatar({ src: null, size: 44, alt: '' }, 'AB');
    avatar({ src: '/a.png', size: 44, alt: '', imageProps: { srcSet: '/b.png 2x' }, component: 'span' }, 'AB');
  });

  it('fields', () => {
    const text = same(fields.TextInput, Mantine.TextInput);
    text({ defaultValue: 'a' }, null);
    text(
      { label: 'L', size: 'lg', leftSection: '$', defaultValue: 'a', className: 'mine', inputMode: 'numeric' },
      null,
    );
    text({ label: 'L', error: 'Wrong', defaultValue: 'a' }, null);
    text({ label: 'L', error: false, defaultValue: 'a' }, null);
    const check = same(fields.Checkbox, Mantine.Checkbox, { radius: undefined, ...classNames('checkbox') });
    check({ label: 'L', defaultChecked: true }, null);
    const ours = tagsOf(<fields.NativeSelect label="L" data={['a', { value: 'b', label: 'B' }]} defaultValue="b" />);
    const theirs = tagsOf(<Mantine.NativeSelect label="L" data={['a', { value: 'b', label: 'B' }]} defaultValue="b" />);
    const isIcon = ({ name }: Tag) => name === 'svg';
    expect(ours.filter((tag) => !isIcon(tag))).toEqual(theirs.filter((tag) => !isIcon(tag)));
  });
});
