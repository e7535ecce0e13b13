/** A store that speaks S3's protocol, in a folder: what pictures are kept in when no disk is wanted. */
import { createRequire } from 'node:module';

export interface RunningS3 {
  url: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

/** The package has no types; this is what we use of it. */
type S3rver = new (options: object) => { run(): Promise<{ port: number }>; close(): Promise<void> };

const S3_BUCKET = 'marquee-pictures';
/** The one pair that it knows. */
const S3_ACCESS_KEY = 'S3RVER';

/** Starts it on a free port with one empty bucket; objects are files in `dir`. */
export async function startS3({ dir }: { dir: string }): Promise<RunningS3> {
  const Server = createRequire(import.meta.url)('s3rver') as S3rver;
  const server = new Server({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: dir,
    configureBuckets: [{ name: S3_BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  return {
    url: `http://127.0.0.1:${port}`,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY,
    secretAccessKey: S3_ACCESS_KEY,
    stop: () => server.close(),
  };
}
