/**
 * Draws the statistics page of a demo account as a platform would show it, for use as a follower proof. The picture
 * states that the account is a demo account.
 */
import { BRAND_COLORS } from '@marquee/brand';
import sharp from 'sharp';
import satori from 'satori';
import { loadCardFonts } from '../modules/catalog/profiles/profiles.card.ts';

const createBox = (style: Record<string, string | number>, ...children: unknown[]) => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

/** Returns a PNG of 900 × 600 pixels with the account's name and followers. */
export async function renderStatistics(account: {
  platform: string;
  handle: string;
  followers: number;
}): Promise<Buffer> {
  const picture = createBox(
    {
      width: 900,
      height: 600,
      padding: 56,
      boxSizing: 'border-box',
      flexDirection: 'column',
      justifyContent: 'space-between',
      background: '#ffffff',
      color: BRAND_COLORS.gray[9],
      fontFamily: 'Figtree',
      fontSize: 30,
    },
    createBox({ color: BRAND_COLORS.gray[7] }, `${account.platform} statistics of a demo account`),
    createBox(
      { flexDirection: 'column' },
      createBox({ fontSize: 40 }, account.handle),
      createBox(
        { fontSize: 110, fontFamily: 'Bricolage Grotesque', fontWeight: 700 },
        account.followers.toLocaleString('en-US'),
      ),
      createBox({ color: BRAND_COLORS.gray[7] }, 'Followers'),
    ),
    createBox(
      { alignItems: 'flex-end', height: 120 },
      ...[40, 46, 52, 49, 63, 70, 78, 84, 90, 97, 108, 120].map((height) =>
        createBox({ width: 44, height, marginRight: 20, borderRadius: 6, background: BRAND_COLORS.iris[4] }),
      ),
    ),
  );
  const svg = await satori(picture as Parameters<typeof satori>[0], {
    width: 900,
    height: 600,
    fonts: await loadCardFonts(),
  });
  return sharp(Buffer.from(svg)).png().toBuffer();
}
