import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type MantineTheme,
} from '@mantine/core';
import { expect, it } from 'vitest';
import { colorVariables, COLOR_NAMES, themeTokens } from './tokens.ts';

const SOURCES = join(import.meta.dirname, '..');
const STYLES = join(import.meta.dirname, '../../../../node_modules/@mantine/core/styles');

/** Returns the CSS variables that Mantine's provider would write for this theme, restricted to `COLOR_NAMES`. */
function themeVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, themeTokens);
  const colors = Object.fromEntries(COLOR_NAMES.map((name) => [name, merged.colors[name]]));
  const theme = { ...merged, colors } as MantineTheme;
  const [mantineVariables, ourVariables] = [defaultCssVariablesResolver(theme), colorVariables(theme)];
  return convertCssVariables(
    {
      variables: { ...mantineVariables.variables, ...ourVariables.variables },
      light: { ...mantineVariables.light, ...ourVariables.light },
      dark: { ...mantineVariables.dark, ...ourVariables.dark },
    },
    ':root',
  );
}

/** Puts every declaration on its own line. */
const formatted = (css: string) =>
  `/* Generated from tokens.ts. To update it, run: cd apps/web && npx vitest run src/theme -u */\n${css
    .replaceAll(/\s*([{};])\s*/g, '$1')
    .replaceAll('{', ' {\n')
    .replaceAll('}', '}\n')
    .replaceAll(/([\w-]+):\s*([^;]*);/g, '  $1: $2;\n')}`;

it('writes exactly the CSS variables to variables.css that are generated from the theme tokens', () =>
  expect(formatted(themeVariables())).toMatchFileSnapshot('variables.css'));

it('imports the style sheet of every Mantine component in use in mantine.css', () => {
  const imported = readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8');
  const names = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).flatMap((file) =>
    [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/^import \{([^}]*)\} from '@mantine\/core';/gm)].flatMap(
      ([, list = '']) => list.split(',').map((name) => name.trim().replace(/ as \w+$/, '')),
    ),
  );
  const sheets = [...new Set(names)]
    .map((name) => `${name}.layer.css`)
    .filter((file) => existsSync(join(STYLES, file)));
  expect(sheets.length).toBeGreaterThan(30);
  expect(sheets.filter((file) => !imported.includes(`'@mantine/core/styles/${file}'`))).toEqual([]);
});
