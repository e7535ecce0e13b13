/** The fonts for documents and pictures that contain names and texts in any script. */
import { createRequire } from 'node:module';

interface NotoFont {
  family: string;
  folder: string;
  /** Matches the characters for which the font is needed. Fonts without a pattern may contain any character. */
  letters?: RegExp;
}

export const CHINESE_FONT = 'Noto Sans SC';
export const JAPANESE_FONT = 'Noto Sans JP';

/** The fonts in order of preference. The largest ones are last. */
export const NOTO_FONTS: readonly NotoFont[] = [
  { family: 'Noto Sans', folder: 'noto-sans' },
  { family: 'Noto Sans Hebrew', folder: 'noto-sans-hebrew', letters: /\p{Script=Hebrew}/u },
  // The only Arabic font among those we tried whose text PDF viewers extract correctly. Noto does not work, because
  // it builds letters from components.
  { family: 'Vazirmatn', folder: 'vazirmatn', letters: /\p{scx=Arabic}/u },
  { family: 'Noto Sans Arabic', folder: 'noto-sans-arabic', letters: /\p{scx=Arabic}/u },
  { family: 'Noto Sans Thai', folder: 'noto-sans-thai', letters: /\p{Script=Thai}/u },
  { family: 'Noto Sans Lao', folder: 'noto-sans-lao', letters: /\p{Script=Lao}/u },
  { family: 'Noto Sans Khmer', folder: 'noto-sans-khmer', letters: /\p{Script=Khmer}/u },
  { family: 'Noto Sans Myanmar', folder: 'noto-sans-myanmar', letters: /\p{scx=Myanmar}/u },
  { family: 'Noto Sans Bengali', folder: 'noto-sans-bengali', letters: /\p{scx=Bengali}/u },
  { family: 'Noto Sans Gujarati', folder: 'noto-sans-gujarati', letters: /\p{scx=Gujarati}/u },
  { family: 'Noto Sans Gurmukhi', folder: 'noto-sans-gurmukhi', letters: /\p{scx=Gurmukhi}/u },
  { family: 'Noto Sans Kannada', folder: 'noto-sans-kannada', letters: /\p{scx=Kannada}/u },
  { family: 'Noto Sans Malayalam', folder: 'noto-sans-malayalam', letters: /\p{scx=Malayalam}/u },
  { family: 'Noto Sans Sinhala', folder: 'noto-sans-sinhala', letters: /\p{scx=Sinhala}/u },
  { family: 'Noto Sans Tamil', folder: 'noto-sans-tamil', letters: /\p{scx=Tamil}/u },
  { family: 'Noto Sans Telugu', folder: 'noto-sans-telugu', letters: /\p{scx=Telugu}/u },
  { family: 'Noto Sans Armenian', folder: 'noto-sans-armenian', letters: /\p{Script=Armenian}/u },
  { family: 'Noto Sans Georgian', folder: 'noto-sans-georgian', letters: /\p{scx=Georgian}/u },
  { family: 'Noto Sans Ethiopic', folder: 'noto-sans-ethiopic', letters: /\p{Script=Ethiopic}/u },
  { family: 'Noto Emoji', folder: 'noto-emoji', letters: /\p{Emoji}/u },
  { family: JAPANESE_FONT, folder: 'noto-sans-jp' },
  { family: 'Noto Sans KR', folder: 'noto-sans-kr' },
  { family: CHINESE_FONT, folder: 'noto-sans-sc' },
];

const { resolve } = createRequire(import.meta.url);

/** Returns the path of a font's TTF file. */
export const resolveNotoFont = ({ family, folder }: NotoFont, weight: '400Regular' | '700Bold'): string =>
  resolve(`@expo-google-fonts/${folder}/${weight}/${family.replaceAll(' ', '')}_${weight}.ttf`);
