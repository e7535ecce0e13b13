import { describe, expect, it } from 'vitest';
import { needsOf, parseSheet, rulesFor, tokensOf } from './styles.ts';

const shown = (css: string, markup: string) => {
  const sheet = parseSheet(css);
  return rulesFor([sheet], tokensOf(markup, new Set(sheet.tokens)));
};

describe('what a selector needs', () => {
  it.each([
    ['.a', ['.a']],
    ['.a .b>.c:hover::before', ['.a', '.b', '.c']],
    ['.a:not(.b)', ['.a']],
    ['.a:is(.b,.c)', ['.a']],
    ['.a:where(.b)', ['.a', '.b']],
    ['.a:hover:where(:not([data-loading],:disabled,[data-off]))', ['.a']],
    ['.a:has(>.b:not(.c))', ['.a', '.b']],
    ['.a[data-size=sm]', ['.a', 'data-size=sm']],
    ['.a[data-size="a.b"]', ['.a', 'data-size=a.b']],
    ['.a[data-more~=after]', ['.a', 'data-more']],
    ['.a[data-more=before\\ after]', ['.a']],
    ['.a[href$=".pdf"][open]:checked', ['.a']],
    ['[data-mantine-color-scheme=dark] .a', ['.a']],
    ['.a\\:b', []],
    ['body', []],
  ])('%s', (selector, needs) => expect(needsOf(selector)).toEqual(needs));
});

describe('what a page has of a sheet', () => {
  it('is in the sheet’s order, with what browsers come to by themselves', () => {
    const css = 'body{margin:0}.b:hover{color:red}.a{color:blue}.c{color:green}details[open] .a{top:0}';
    expect(shown(css, '<p class="a b">')).toBe(
      'body{margin:0}.b:hover{color:red}.a{color:blue}details[open] .a{top:0}',
    );
  });

  it('leaves out of a list of selectors those that find nothing', () => {
    expect(shown('.a:hover,.c .a,.c{color:red}', '<p class="a">')).toBe('.a:hover{color:red}');
  });

  it('keeps widths around what is left, and the place of a layer of which nothing is', () => {
    const css = '@layer x,y;@layer z{.c{top:0}}@media (width>=2em){.c{top:0}@supports (top:0){.a{top:1px}}.d{top:0}}';
    expect(shown(css, '<p class="a">')).toBe('@layer x,y;@layer z;@media (width>=2em){@supports (top:0){.a{top:1px}}}');
  });

  it('has the variables that are read, by others too or by the markup, in every colour scheme', () => {
    const css =
      ':root{--a:1px;--b:var(--a);--c:3px;--d:4px}:root[data-mantine-color-scheme=dark]{--b:var(--e);--e:5px}' +
      ':root{--f:6px}.p{top:var(--b)}.q{top:var(--c)}';
    expect(shown(css, '<p class="p" style="left:var(--d)">')).toBe(
      ':root{--a:1px;--b:var(--a);--d:4px}:root[data-mantine-color-scheme=dark]{--b:var(--e);--e:5px}' +
        '.p{top:var(--b)}',
    );
  });

  it('leaves out variables of any rule that nothing reads', () => {
    expect(shown('.a{--x:1;--y:2;--z:var(--x);top:var(--z,0)}.b{left:var(--y)}', '<p class="a">')).toBe(
      '.a{--x:1;--z:var(--x);top:var(--z,0)}',
    );
  });

  it('has the keyframes that run, and what these read', () => {
    const css =
      ':root{--a:0}@keyframes one{0%{opacity:var(--a)}to{opacity:1}}@keyframes two{to{top:0}}.a{animation:1s one}';
    expect(shown(css, '<p class="a">')).toBe(css.replace('@keyframes two{to{top:0}}', ''));
  });

  it('reads texts and brackets as a whole', () => {
    const css = '.a:before{content:"} .b{"}.b{background:url(data:image/svg+xml;x,{})}.a{mask:url("};")}';
    expect(shown(css, '<p class="a">')).toBe('.a:before{content:"} .b{"}.a{mask:url("};")}');
  });

  it('goes by data attributes, with their values', () => {
    const css = '.a[data-size=sm]{top:0}.a[data-size=md]{top:1px}.a[data-x]{top:2px}.a[data-y]{top:3px}';
    expect(shown(css, '<p class="a" data-size="md" data-x="true">')).toBe(
      '.a[data-size=md]{top:1px}.a[data-x]{top:2px}',
    );
  });
});
