/**
 * Renders documents as PDF in a separate process, which documents.service.ts starts. Rendering takes up to a third of
 * a second of one core, and about 300 MB of memory with Chinese characters. The Typst engine is WebAssembly without
 * access to files, packages or the network. It reads only the sources and data that this file passes to it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { default as init, TypstCompilerBuilder, TypstFontResolverBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import { CHINESE_FONT, JAPANESE_FONT, NOTO_FONTS, resolveNotoFont } from '../../../core/noto-fonts.ts';
import type { DocumentContent } from './documents.service.ts';
import { DOCUMENT_LOGO_SVG, DOCUMENT_TEMPLATE } from './documents.template.ts';

const FONT_WEIGHTS = ['400Regular', '700Bold'] as const;

/** Replaces characters that no font contains. */
const REPLACEMENT_CHARACTER = '\uFFFD';

const require = createRequire(import.meta.url);

interface LoadedFont {
  family: string;
  covers: (letter: string) => boolean;
  /** For each weight, the engine's font description and the path of the font file. */
  weights: { info: unknown; file: string }[];
}

/** The engine's description of a font. `coverage` contains alternating numbers of missing and existing characters. */
interface FontInfo {
  info: [{ coverage: number[] }];
}

function loadFont(font: (typeof NOTO_FONTS)[number]): LoadedFont {
  const reader = new TypstFontResolverBuilder();
  const weights = FONT_WEIGHTS.map((weight) => {
    const file = resolveNotoFont(font, weight);
    return { file, info: reader.get_font_info(readFileSync(file)) as FontInfo };
  });
  reader.free();
  const letters = new Set<number>();
  let at = 0;
  for (const [index, count] of (weights[0]?.info.info[0].coverage ?? []).entries()) {
    if (index % 2 === 1) for (let letter = at; letter < at + count; letter += 1) letters.add(letter);
    at += count;
  }
  return { family: font.family, weights, covers: (letter) => letters.has(letter.codePointAt(0) ?? -1) };
}

/** The loaded fonts in order of preference. A font is loaded only if the preferred ones lack a character. */
let loadedFonts: readonly LoadedFont[] = [];

/** Loads the fonts that could contain a character until one of them does. */
function loadFontsFor(characters: Iterable<string>): void {
  for (const letter of characters)
    for (const font of NOTO_FONTS) {
      if (loadedFonts.some(({ covers }) => covers(letter))) break;
      const isLoaded = loadedFonts.some(({ family }) => family === font.family);
      if (!isLoaded && (font.letters?.test(letter) ?? true)) loadedFonts = [...loadedFonts, loadFont(font)];
    }
  loadedFonts = NOTO_FONTS.flatMap(({ family }) => loadedFonts.find((font) => font.family === family) ?? []);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Invisible characters that some scripts need between joined letters. */
const JOINER_PATTERN = /[\u200C\u200D]/;
/**
 * Other invisible characters, which are removed because they have no glyph or could change the direction of the
 * following text.
 */
const INVISIBLE_PATTERN = /(?!\u200C|\u200D|\n)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const isCoveredByFonts = (letter: string) =>
  letter === '\n' || JOINER_PATTERN.test(letter) || loadedFonts.some((font) => font.covers(letter));

/** Normalizes a text, removes invisible characters and replaces those that no font contains. */
const toDrawableText = (text: string): string =>
  [
    ...graphemes.segment(
      text.normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').replaceAll(INVISIBLE_PATTERN, ''),
    ),
  ]
    .map(({ segment }) => (Array.from(segment).every(isCoveredByFonts) ? segment : REPLACEMENT_CHARACTER))
    .join('');

/** Applies `change` to every string in a nested value. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}

/**
 * Orders the font families so that all Chinese characters of a document use the same font. Prefers the Japanese
 * font, unless it lacks a Chinese character that the document contains.
 */
function selectFontFamilies(characters: ReadonlySet<string>): string[] {
  const families = loadedFonts.map(({ family }) => family);
  const japanese = loadedFonts.find(({ family }) => family === JAPANESE_FONT);
  if (
    !families.includes(CHINESE_FONT) ||
    [...characters].every((each) => !/\p{Script=Han}/u.test(each) || japanese?.covers(each))
  )
    return families;
  return [
    ...families.filter((family) => family !== JAPANESE_FONT && family !== CHINESE_FONT),
    CHINESE_FONT,
    JAPANESE_FONT,
  ];
}

await init({ module_or_path: readFileSync(require.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) });
const compilerBuilder = new TypstCompilerBuilder();
compilerBuilder.set_dummy_access_model();
const typstCompiler = await compilerBuilder.build();
typstCompiler.add_source('/main.typ', DOCUMENT_TEMPLATE);
let registeredFontCount = 0;

async function renderPdf(content: DocumentContent): Promise<Uint8Array> {
  let letters = new Set([REPLACEMENT_CHARACTER]);
  mapTexts(content, (text) => {
    for (const letter of text.normalize('NFC')) letters.add(letter);
    return text;
  });
  letters = new Set([...letters].filter((letter) => !/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(letter)));
  loadFontsFor(letters);
  if (registeredFontCount !== loadedFonts.length) {
    const resolver = new TypstFontResolverBuilder();
    for (const { info, file } of loadedFonts.flatMap(({ weights }) => weights))
      resolver.add_lazy_font(info, () => readFileSync(file));
    typstCompiler.set_fonts(await resolver.build());
    registeredFontCount = loadedFonts.length;
  }
  const said = {
    ...(mapTexts(content, toDrawableText) as DocumentContent),
    logo: DOCUMENT_LOGO_SVG,
    fonts: selectFontFamilies(letters),
  };
  typstCompiler.map_shadow('/document.json', new TextEncoder().encode(JSON.stringify(said)));
  // The argument 3 requests full diagnostics.
  const { result, diagnostics } = typstCompiler.compile('/main.typ', null, 'pdf', 3) as {
    result?: Uint8Array;
    diagnostics?: unknown;
  };
  if (result === undefined) throw new Error(JSON.stringify(diagnostics));
  return result;
}

process.on('message', (content: DocumentContent) => {
  renderPdf(content).then(
    (pdf) => process.send?.({ pdf }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
