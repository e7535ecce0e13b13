import { Stack, Text, TextInput } from '@mantine/core';
import { LIMITS, profileLinks, type ProfileLinks } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { trpc } from '../../../trpc.ts';
import { focusField } from '../../../lib/focusField.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import type { OwnProfile } from '../../catalog/profiles/profileCache.ts';
import { AddRowButton, focusAddRowButton, EditableRow } from '../../../ui/EditableRow.tsx';
import { createSaveHandlers, loadOwnProfile, SettingsSectionForm } from './SettingsSections.tsx';

/** The form values. `key` identifies a row during editing. */
interface LinkRows {
  links: (ProfileLinks['links'][number] & { key: string })[];
}

const toLinkRows = ({ links }: OwnProfile): LinkRows => ({
  links: links.map((link, index) => ({ ...link, key: `saved-${index}` })),
});

const toSentLinks = ({ links }: LinkRows): ProfileLinks => ({
  links: links.map(({ label, url }) => ({ label, url })),
});

const validateLinks = schemaResolver(profileLinks, { sync: true });

export function LinksSection({ profile }: { profile: OwnProfile }) {
  const form = useForm<LinkRows>({ initialValues: toLinkRows(profile), validate: validateLinks });
  const save = trpc.profiles.saveLinks.useMutation(createSaveHandlers('Links saved'));
  const { links } = form.values;
  const isFull = links.length >= LIMITS.links;

  const add = () => {
    form.insertListItem('links', { label: '', url: '', key: randomId() });
    setTimeout(() => focusField(`links.${links.length}.label`));
  };
  const remove = (index: number) => {
    form.removeListItem('links', index);
    focusAddRowButton('link');
  };

  return (
    <AnchoredSection
      id="links"
      title="Links"
      text="Add your shop, newsletter or media kit to your profile."
      summary={profile.links.map(({ label }) => label).join(', ') || null}
    >
      <SettingsSectionForm
        form={form}
        valuesOf={toLinkRows}
        isSaving={save.isPending}
        saveLabel="Save links"
        onSave={(values, base, handlers) => save.mutate({ ...toSentLinks(values), base: toSentLinks(base) }, handlers)}
        shared={{ labels: { links: 'Links' }, load: loadOwnProfile }}
      >
        <Stack gap="md">
          {links.length === 0 && <Text c="dimmed">No links yet.</Text>}
          {links.map((link, index) => (
            <EditableRow
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
                autoComplete="off"
                placeholder="https://"
                {...form.getInputProps(`links.${index}.url`)}
              />
            </EditableRow>
          ))}
          <AddRowButton
            noun="link"
            label={isFull ? `You can add up to ${LIMITS.links} links` : 'Add link'}
            disabled={isFull}
            onAdd={add}
          />
        </Stack>
      </SettingsSectionForm>
    </AnchoredSection>
  );
}
