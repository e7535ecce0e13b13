import { Button, CloseButton, Group, Stack } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { LimitedTextInput } from './LimitedText.tsx';

/** Renders input fields for links. `links` has at least one entry. The caller removes blank ones before saving. */
export function LinkFields(props: {
  /** The label, if there is only one field. */
  label: string;
  links: readonly string[];
  /** Error messages by index. */
  wrong: Readonly<Record<number, string>>;
  most: number;
  onChange: (links: string[]) => void;
}) {
  const { label, links, wrong, most, onChange } = props;
  return (
    <Stack gap="xs">
      {links.map((link, at) => (
        // Links have no name of their own; they are only added at the end and removed from anywhere.
        // oxlint-disable-next-line react/no-array-index-key -- a field holds no state of its own
        <Group key={at} gap="xs" align="flex-end" wrap="nowrap">
          <LimitedTextInput
            label={links.length === 1 ? label : `Link ${at + 1}`}
            placeholder="https://"
            type="url"
            inputMode="url"
            autoComplete="off"
            style={{ flex: 1 }}
            limit={LIMITS.linkAddress}
            value={link}
            error={wrong[at]}
            onChange={(event) => onChange(links.with(at, event.currentTarget.value))}
          />
          {links.length > 1 && (
            <CloseButton
              size="lg"
              aria-label={`Remove link ${at + 1}`}
              onClick={() => onChange(links.filter((_, each) => each !== at))}
            />
          )}
        </Group>
      ))}
      {links.length < most && links.at(-1) !== '' && (
        <Button variant="subtle" size="sm" onClick={() => onChange([...links, ''])} style={{ alignSelf: 'start' }}>
          Add another link
        </Button>
      )}
    </Stack>
  );
}
