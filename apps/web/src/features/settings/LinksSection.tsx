import { MAX_LINKS, profileLinks, type ProfileLinks } from '@marquee/validation';
import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { Plus, Trash2 } from 'lucide-react';
import { trpc } from '../../trpc.ts';
import { focusField } from '../../ui/focusField.ts';
import type { OwnProfile } from '../profiles/profileCache.ts';
import classes from './rows.module.css';
import { adoptValues, answering, SectionForm, SettingsSection } from './sections.tsx';

/** `key` tells rows apart while they are edited. */
interface Rows {
  links: (ProfileLinks['links'][number] & { key: string })[];
}

const rowsOf = ({ links }: OwnProfile): Rows => ({ links: links.map((link, index) => ({ ...link, key: `saved-${index}` })) });

const check = schemaResolver(profileLinks, { sync: true });

/** Where else a creator is found. */
export function LinksSection({ profile }: { profile: OwnProfile }) {
  const form = useForm<Rows>({ initialValues: rowsOf(profile), validate: check });
  const save = trpc.profiles.saveLinks.useMutation(answering('Links saved'));
  const { links } = form.values;
  const isFull = links.length >= MAX_LINKS;

  const add = () => {
    form.insertListItem('links', { label: '', url: '', key: randomId() });
    setTimeout(() => focusField(`links.${links.length}.label`));
  };
  const remove = (index: number) => {
    form.removeListItem('links', index);
    setTimeout(() => document.querySelector<HTMLElement>('#add-link')?.focus());
  };

  return (
    <SettingsSection id="links" title="Links" text="Your shop, newsletter or media kit. They open in a new tab.">
      <SectionForm
        form={form}
        isSaving={save.isPending}
        saveLabel="Save links"
        onSave={(values) =>
          save.mutate(
            { links: values.links.map(({ label, url }) => ({ label, url })) },
            { onSuccess: (saved) => adoptValues(form, values, rowsOf(saved)) },
          )
        }
      >
        <Stack gap="md">
          {links.length === 0 && <Text c="dimmed">No links yet.</Text>}
          {links.map((link, index) => (
            <fieldset key={link.key} className={classes.row}>
              <legend className={classes.legend}>Link {index + 1}</legend>
              <div className={classes.fields} data-columns="2">
                <TextInput label="Label" withAsterisk aria-required placeholder="My newsletter" {...form.getInputProps(`links.${index}.label`)} />
                <TextInput
                  label="Address"
                  withAsterisk
                  aria-required
                  type="url"
                  inputMode="url"
                  placeholder="https://"
                  {...form.getInputProps(`links.${index}.url`)}
                />
              </div>
              <ActionIcon variant="subtle" color="gray" className={classes.remove ?? ''} onClick={() => remove(index)} aria-label={`Remove link ${index + 1}`}>
                <Trash2 size={18} aria-hidden />
              </ActionIcon>
            </fieldset>
          ))}
          <div>
            <Button
              id="add-link"
              variant="default"
              size="sm"
              leftSection={<Plus size={17} aria-hidden />}
              onClick={add}
              disabled={isFull}
            >
              {isFull ? `That is all: ${MAX_LINKS} links` : 'Add link'}
            </Button>
          </div>
        </Stack>
      </SectionForm>
    </SettingsSection>
  );
}
