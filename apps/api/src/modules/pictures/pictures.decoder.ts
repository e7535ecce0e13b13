/**
 * Decodes one picture in a process of its own (`decodeApart` starts it, by
 * this file): whatever a file does to the decoder, the server goes on.
 */
import sharp from 'sharp';
import type { Decoding } from './pictures.decoding.ts';

sharp.concurrency(1);
sharp.cache(false);

process.once('message', ({ bytes, region, width, height, maxPixels }: Decoding) => {
  sharp(bytes, { limitInputPixels: maxPixels })
    .autoOrient()
    .extract(region)
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .then(
      ({ data, info }) => ({ data, info: { width: info.width, height: info.height, channels: info.channels } }),
      (error: Error) => ({ error: error.message }),
    )
    .then((answer) => process.send?.(answer, () => process.exit()));
});
