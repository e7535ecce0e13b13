import { Stack, Text, TextInput } from '@mantine/core';
import { LIMITS, profileLinks, type ProfileLinks } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { trpc } from '../../trpc.ts';
import { focusField } from '../../ui/focusField.ts';
import { SettingsSection } from '../../ui/SettingsSection.tsx';
import type { OwnProfile } from '../profiles/profileCache.ts';
import { AddRow, focusAddRow, Row } from '../../ui/EditRows.tsx';
import { answering, SectionForm } from './sections.tsx';

/** `key` tells rows apart while they are edited. */
interface Rows {
  links: (ProfileLinks['links'][number] & { key: string })[];
}

const rowsOf = ({ links }: OwnProfile): Rows => ({
  links: links.map((link, index) => ({ ...link, key: `saved-${index}` })),
});

const check = schemaResolver(profileLinks, { sync: true });

/** Where else a creator is found. */
export function LinksSection({ profile }: { profile: OwnProfile }) {
  const form = useForm<Rows>({ initialValues: rowsOf(profile), validate: check });
  const save = trpc.profiles.saveLinks.useMutation(answering('Links saved'));
  const { links } = form.values;
  const isFull = links.length >= LIMITS.links;

  const add = () => {
    form.insertListItem('links', { label: '', url: '', key: randomId() });
    setTimeout(() => focusField(`links.${links.length}.label`));
  };
  const remove = (index: number) => {
    form.removeListItem('links', index);
    focusAddRow('link');
  };

  return (
    <SettingsSection id="links" title="Links" text="Your shop, newsletter or media kit. They open in a new tab.">
      <SectionForm
        form={form}
        valuesOf={rowsOf}
        isSaving={save.isPending}
        saveLabel="Save links"
        onSave={(values, adopt) =>
          save.mutate({ links: values.links.map(({ label, url }) => ({ label, url })) }, adopt)
        }
      >
        <Stack gap="md">
          {links.length === 0 && <Text c="dimmed">No links yet.</Text>}
          {links.map((link, index) => (
            <Row
              key={link.key}
              legend={`Link ${index + 1}`}
              columns={2}
              removeLabel={`Remove link ${index + 1}`}
              onRemove={() => remove(index)}
            >
              <TextInput
                label="Label"
                withAsterisk
                aria-required
                placeholder="My newsletter"
                {...form.getInputProps(`links.${index}.label`)}
              />
              <TextInput
                label="Address"
                withAsterisk
                aria-required
                type="url"
                inputMode="url"
                placeholder="https://"
                {...form.getInputProps(`links.${index}.url`)}
              />
            </Row>
          ))}
          <AddRow
            noun="link"
            label={isFull ? `That is all: ${LIMITS.links} links` : 'Add link'}
            disabled={isFull}
            onAdd={add}
          />
        </Stack>
      </SectionForm>
    </SettingsSection>
  );
}
