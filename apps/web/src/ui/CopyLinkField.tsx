import { Button, Group, TextInput } from '@mantine/core';
import { Link2 } from 'lucide-react';
import { copyText } from '../lib/copyText.ts';

export const CopyLinkField = ({ link }: { link: string }) => (
  <Group gap="sm" align="flex-end" wrap="nowrap">
    <div style={{ flex: 1, minWidth: 0 }}>
      <TextInput label="Link" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
    </div>
    <Button variant="default" leftSection={<Link2 size={17} aria-hidden />} onClick={() => void copyText(link)}>
      Copy
    </Button>
  </Group>
);
