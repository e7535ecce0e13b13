/** Sends files in parts. A part that is lost on the way is sent again; a file that broke off goes on where it stopped. */
import { FILE_EMPTY, FILE_PART_BYTES, FILE_TOO_LARGE, fileParts, LIMITS, partPath } from '@marquee/validation';
import { answerOf, isAnswered, trpcClient, type Outputs } from '../../trpc.ts';

/** Pauses between tries of one part, in milliseconds; then the upload fails, and can be tried again by hand. */
const PAUSES = [500, 1_500, 4_000, 10_000];

/** Why a file cannot be sent, or null. */
export const fileRefusal = ({ size }: File): string | null =>
  size === 0 ? FILE_EMPTY : size > LIMITS.fileBytes ? FILE_TOO_LARGE : null;

/**
 * Sends a file of a deliverable; returns its id once it has arrived as a whole. `onProgress`: the share that has arrived,
 * 0 to 1. Fails as calls do, or with the signal's reason.
 */
export async function uploadFile(
  deliverableId: string,
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<string> {
  const begin = () =>
    trpcClient.deliveries.beginFile.mutate(
      { deliverableId, name: file.name, bytes: file.size, changedAt: file.lastModified },
      { signal },
    );
  const parts = fileParts(file.size);
  let at = await begin();
  let tries = 0;
  while (!at.isWhole) {
    onProgress(at.part / parts);
    // All parts are there and the file was not looked at yet: the last one again.
    const part = Math.min(at.part, parts - 1);
    const bytes = file.slice(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES);
    try {
      at = await uploadPart(at.id, part, bytes, signal);
      tries = 0;
    } catch (error) {
      signal.throwIfAborted();
      const pause = PAUSES[tries++];
      if (isAnswered(error) || pause === undefined) throw error;
      await online(pause, signal);
      at = await begin().catch(() => at);
    }
  }
  onProgress(1);
  return at.id;
}

type Upload = Outputs['deliveries']['beginFile'];

/** Sends a part; returns where the upload stands then. */
async function uploadPart(id: string, part: number, body: Blob, signal: AbortSignal): Promise<Upload> {
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await answerOf(partPath(id, part), { method: 'PUT', headers, body, signal });
  return (await answer.json()) as Upload;
}

/** Resolves after a pause, and not before the browser has a network. */
async function online(pauseMs: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, pauseMs);
  });
  if (!navigator.onLine)
    await new Promise((resolve) => {
      window.addEventListener('online', resolve, { once: true });
      signal.addEventListener('abort', resolve, { once: true });
    });
  signal.throwIfAborted();
}
