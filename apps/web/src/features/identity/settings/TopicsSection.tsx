import { Chip, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { LIMITS, profileTopics, type ProfileTopics } from '@marquee/validation';
import { CREATOR_CATEGORIES, LANGUAGES } from '@marquee/contracts';
import { schemaResolver, useForm } from '@mantine/form';
import { trpc } from '../../../trpc.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import type { OwnProfile } from '../../catalog/profiles/profileCache.ts';
import classes from '../../../ui/EditableRow.module.css';
import { createSaveHandlers, loadOwnProfile, SettingsSectionForm } from './SettingsSections.tsx';

/**
 * Converts the saved topics to form values. The cast is safe, because the API returns only values from the lists in
 * the schema.
 */
const toTopicFields = ({ categories, languages }: OwnProfile) => ({ categories, languages }) as ProfileTopics;

/** Edits a creator's categories and languages, by which brands can filter. */
export function TopicsSection({ profile }: { profile: OwnProfile }) {
  const form = useForm<ProfileTopics>({
    initialValues: toTopicFields(profile),
    validate: schemaResolver(profileTopics, { sync: true }),
  });
  const save = trpc.profiles.saveTopics.useMutation(createSaveHandlers('Categories and languages saved'));
  const { categories } = form.values;
  const isFull = categories.length >= LIMITS.categories;

  return (
    <AnchoredSection
      id="topics"
      title="Categories and languages"
      text="Brands use these to find you in search."
      summary={[...profile.categories, ...profile.languages].join(', ') || null}
    >
      <SettingsSectionForm
        form={form}
        valuesOf={toTopicFields}
        isSaving={save.isPending}
        saveLabel="Save categories"
        onSave={(values, base, handlers) => save.mutate({ ...values, base }, handlers)}
        shared={{ labels: { categories: 'Categories', languages: 'Languages' }, load: loadOwnProfile }}
      >
        <Stack gap="lg">
          <fieldset className={classes.plain} data-path="categories">
            <legend className={classes.title}>Categories</legend>
            <Text size="sm" c="dimmed" mb={8}>
              {categories.length} of {LIMITS.categories} selected
            </Text>
            <Chip.Group multiple value={categories} onChange={(values) => form.setFieldValue('categories', values)}>
              <Group gap={8}>
                {CREATOR_CATEGORIES.map((category) => (
                  <Chip key={category} value={category} disabled={isFull && !categories.includes(category)}>
                    {category}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </fieldset>
          <MultiSelect
            label="Languages"
            description="Languages in which you create content and talk to brands."
            data={[...LANGUAGES]}
            searchable
            clearable={false}
            size="md"
            maxValues={LIMITS.languages}
            nothingFoundMessage="No matching language"
            {...form.getInputProps('languages')}
          />
        </Stack>
      </SettingsSectionForm>
    </AnchoredSection>
  );
}
