import { Button, Group } from '@mantine/core';
import { Download } from 'lucide-react';

export function DocumentFileLinks({ of, pdf, csv }: { of: string; pdf: string; csv: string }) {
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={pdf}
        variant="default"
        size="sm"
        aria-label={`Download ${of} (PDF)`}
        leftSection={<Download size={16} aria-hidden />}
      >
        PDF
      </Button>
      <Button component="a" href={csv} variant="default" size="sm" aria-label={`Download ${of} (CSV)`}>
        CSV
      </Button>
    </Group>
  );
}
