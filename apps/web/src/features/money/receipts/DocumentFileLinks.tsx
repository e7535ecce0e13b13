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
        aria-label={`PDF ${of}`}
        leftSection={<Download size={16} aria-hidden />}
      >
        PDF
      </Button>
      <Button component="a" href={csv} variant="default" size="sm" aria-label={`CSV ${of}`}>
        CSV
      </Button>
    </Group>
  );
}
