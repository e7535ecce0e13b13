import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { readFromApi } from '../../../lib/http.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';

/** Fetches a document and its file name. Throws the same errors as API calls. */
async function fetchDocument(href: string): Promise<{ file: Blob; name: string }> {
  const response = await readFromApi(href);
  const [, name = 'document'] = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { file: await response.blob(), name };
}

/**
 * Downloads a file. If the server refuses to create the file, shows the error in a toast instead of opening an error
 * page. `href` can be a function that first creates the document and then returns its URL.
 */
export function DownloadButton({
  label,
  href,
  name,
}: {
  label: string;
  href: string | (() => Promise<string>);
  name: string;
}) {
  const download = useMutation({
    mutationFn: async () => fetchDocument(typeof href === 'string' ? href : await href()),
    onSuccess: ({ file, name: fileName }) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = fileName;
      link.click();
      // Gives the browser time to start the download.
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    },
    onError: (error) => notifyFailure(error, 'The file could not be created'),
  });
  return (
    <Button
      variant="default"
      size="sm"
      loading={download.isPending}
      aria-label={name}
      leftSection={<Download size={16} aria-hidden />}
      onClick={() => download.mutate()}
    >
      {label}
    </Button>
  );
}
