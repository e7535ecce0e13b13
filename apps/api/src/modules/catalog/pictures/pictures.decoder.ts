/**
 * Decodes one picture in a separate process, which `decodeInSeparateProcess` starts, so that a malicious file cannot
 * crash the server.
 */
import sharp from 'sharp';
import type { DecodedPicture, DecodeInput } from './pictures.decoding.ts';

sharp.concurrency(1);
sharp.cache(false);

async function decodeRequest({
  bytes,
  region,
  width,
  height,
  maxPixels,
}: DecodeInput): Promise<DecodedPicture | { error: string }> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels })
      .autoOrient()
      .extract(region)
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, info: { width: info.width, height: info.height, channels: info.channels } };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.once('message', (decoding: DecodeInput) => {
  void decodeRequest(decoding).then((answer) => process.send?.(answer, () => process.exit()));
});
