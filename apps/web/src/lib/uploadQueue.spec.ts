import { describe, expect, it } from 'vitest';
import { createUploadQueue, type UploadPurpose } from './uploadQueue.ts';

const newFile = (text: string, name = 'cut.mp4') => new File([text], name, { lastModified: 1 });

/** Chooses files in a queue, whose uploads are complete at once. Returns the keys that their uploads began with. */
async function chooseFiles(files: readonly File[], scope = 'message 1'): Promise<string[]> {
  const keys: string[] = [];
  const purpose: UploadPurpose = {
    begin: ({ uploadKey }) => {
      keys.push(uploadKey);
      return Promise.resolve({ id: uploadKey, part: 1, isWhole: true });
    },
    discard: () => Promise.resolve(),
    scope,
    most: 10,
    mostBytes: 1_000,
    tooLarge: 'Too large',
  };
  const queue = createUploadQueue(purpose);
  queue.add(files);
  await new Promise<void>((resolve) => {
    const check = () => {
      if (queue.chosen().every(({ id }) => id !== null)) resolve();
    };
    queue.subscribe(check);
    check();
  });
  return keys;
}

describe('an upload queue', () => {
  it('uploads two different files of the same name, size and date separately', async () => {
    const [one, other] = await chooseFiles([newFile('first'), newFile('other')]);
    expect(one).not.toBe(other);
  });

  it('continues the upload of a file that is chosen again', async () => {
    expect(await chooseFiles([newFile('first')])).toEqual(await chooseFiles([newFile('first')]));
  });

  it('does not share an upload with a file of another name or for another purpose', async () => {
    const keys = [
      ...(await chooseFiles([newFile('first')])),
      ...(await chooseFiles([newFile('first', 'copy.mp4')])),
      ...(await chooseFiles([newFile('first')], 'message 2')),
    ];
    expect(new Set(keys).size).toBe(3);
  });
});
