/**
 * Draws papers in a process of its own (receipts.drawing.ts starts it, by this file): drawing takes up to a third of a
 * second of a core and, with Chinese letters, some 300 MB. The engine is WebAssembly and is given neither files,
 * packages nor the network; all it reads is what stands here.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { default as init, TypstCompilerBuilder, TypstFontResolverBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import type { DocumentContent } from './receipts.drawing.ts';
import { DOCUMENT_LOGO_SVG, DOCUMENT_TEMPLATE } from './receipts.template.ts';

/** In the order in which a letter is looked for. Those behind are opened only when a letter is in none before. */
const FONT_FAMILIES = [
  ['Noto Sans', 'noto-sans', 'NotoSans'],
  ['Noto Sans Hebrew', 'noto-sans-hebrew', 'NotoSansHebrew'],
  // Of the Arabic ones tried, readers find each of its letters again; Noto's are drawn from parts.
  ['Vazirmatn', 'vazirmatn', 'Vazirmatn'],
  ['Noto Sans Arabic', 'noto-sans-arabic', 'NotoSansArabic'],
  ['Noto Sans Thai', 'noto-sans-thai', 'NotoSansThai'],
  ['Noto Sans JP', 'noto-sans-jp', 'NotoSansJP'],
  ['Noto Sans KR', 'noto-sans-kr', 'NotoSansKR'],
  ['Noto Sans SC', 'noto-sans-sc', 'NotoSansSC'],
] as const;
const [JAPANESE, CHINESE] = ['Noto Sans JP', 'Noto Sans SC'];
const FONT_WEIGHTS = ['400Regular', '700Bold'];

/** What stands where no font has the letter: seen, and in every reader. */
const REPLACEMENT_CHARACTER = '\uFFFD';

const require = createRequire(import.meta.url);

interface LoadedFont {
  family: string;
  covers: (letter: string) => boolean;
  /** How the engine knows each weight without its file, and where that is. */
  weights: { info: unknown; file: string }[];
}

/** What the engine says of a font: the letters it has, as numbers of those that it lacks and has in turn. */
interface FontInfo {
  info: [{ coverage: number[] }];
}

function loadFont([family, folder, base]: (typeof FONT_FAMILIES)[number]): LoadedFont {
  const reader = new TypstFontResolverBuilder();
  const weights = FONT_WEIGHTS.map((weight) => {
    const file = require.resolve(`@expo-google-fonts/${folder}/${weight}/${base}_${weight}.ttf`);
    return { file, info: reader.get_font_info(readFileSync(file)) as FontInfo };
  });
  reader.free();
  const letters = new Set<number>();
  let at = 0;
  for (const [index, count] of (weights[0]?.info.info[0].coverage ?? []).entries()) {
    if (index % 2 === 1) for (let letter = at; letter < at + count; letter += 1) letters.add(letter);
    at += count;
  }
  return { family, weights, covers: (letter) => letters.has(letter.codePointAt(0) ?? -1) };
}

const loadedFonts: LoadedFont[] = [];

/** Opens fonts until each of the letters is in one, or there are no more. */
function loadFontsFor(letters: Iterable<string>): void {
  for (const letter of letters) {
    while (!loadedFonts.some((font) => font.covers(letter))) {
      const next = FONT_FAMILIES[loadedFonts.length];
      if (next === undefined) break;
      loadedFonts.push(loadFont(next));
    }
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Drawn as nothing, and needed between letters that join. */
const JOINER_PATTERN = /[\u200C\u200D]/;
/** Other characters that are not seen would turn the direction of what follows, or have no shape. */
const INVISIBLE_PATTERN = /(?!\u200C|\u200D|\n)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const isCoveredByFonts = (letter: string) =>
  letter === '\n' || JOINER_PATTERN.test(letter) || loadedFonts.some((font) => font.covers(letter));

/** The text with a visible sign for each letter that no font has. */
const toDrawableText = (text: string): string =>
  [
    ...graphemes.segment(
      text.normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').replaceAll(INVISIBLE_PATTERN, ''),
    ),
  ]
    .map(({ segment }) => (Array.from(segment).every(isCoveredByFonts) ? segment : REPLACEMENT_CHARACTER))
    .join('');

/** Every text in a value, changed. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}

/** One font for all Chinese characters of a paper where one has them all: the Japanese one, unless it lacks one. */
function selectFontFamilies(letters: ReadonlySet<string>): string[] {
  const families = loadedFonts.map(({ family }) => family);
  const japanese = loadedFonts.find(({ family }) => family === JAPANESE);
  if (
    !families.includes(CHINESE) ||
    [...letters].every((each) => !/\p{Script=Han}/u.test(each) || japanese?.covers(each))
  )
    return families;
  return [...families.filter((family) => family !== JAPANESE && family !== CHINESE), CHINESE, JAPANESE];
}

await init({ module_or_path: readFileSync(require.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) });
const compilerBuilder = new TypstCompilerBuilder();
compilerBuilder.set_dummy_access_model();
const typstCompiler = await compilerBuilder.build();
typstCompiler.add_source('/main.typ', DOCUMENT_TEMPLATE);
let registeredFontCount = 0;

async function renderPdf(paper: DocumentContent): Promise<Uint8Array> {
  let letters = new Set([REPLACEMENT_CHARACTER]);
  mapTexts(paper, (text) => {
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
    ...(mapTexts(paper, toDrawableText) as DocumentContent),
    logo: DOCUMENT_LOGO_SVG,
    fonts: selectFontFamilies(letters),
  };
  typstCompiler.map_shadow('/paper.json', new TextEncoder().encode(JSON.stringify(said)));
  // 3: what is wrong, in full.
  const { result, diagnostics } = typstCompiler.compile('/main.typ', null, 'pdf', 3) as {
    result?: Uint8Array;
    diagnostics?: unknown;
  };
  if (result === undefined) throw new Error(JSON.stringify(diagnostics));
  return result;
}

process.on('message', (paper: DocumentContent) => {
  renderPdf(paper).then(
    (pdf) => process.send?.({ pdf }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
