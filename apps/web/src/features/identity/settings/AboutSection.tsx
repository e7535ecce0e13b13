import { Stack, Textarea, TextInput } from '@mantine/core';
import { LIMITS, DEFAULT_BIO, DEFAULT_LOCATION, profileAbout, profileName } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { trpc } from '../../../trpc.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import type { OwnProfile } from '../../catalog/profiles/profileCache.ts';
import { createSaveHandlers, loadOwnProfile, SettingsSectionForm } from './SettingsSections.tsx';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';

interface AboutFields {
  fullName: string;
  bio: string;
  location: string;
}

/**
 * Replaces the default texts (requirements R3.12) with blanks. The fields show the default texts as placeholders
 * instead.
 */
const toAboutFields = ({ fullName, bio, location }: OwnProfile): AboutFields => ({
  fullName,
  bio: bio === DEFAULT_BIO ? '' : bio,
  location: location === DEFAULT_LOCATION ? '' : location,
});

export function AboutSection({ profile }: { profile: OwnProfile }) {
  const form = useForm({
    initialValues: toAboutFields(profile),
    validate: schemaResolver(profileAbout, { sync: true }),
  });
  const save = trpc.profiles.saveAbout.useMutation(createSaveHandlers('Details saved'));
  return (
    <AnchoredSection id="about" title="About you">
      <SettingsSectionForm
        form={form}
        valuesOf={toAboutFields}
        isSaving={save.isPending}
        saveLabel="Save details"
        onSave={(values, base, handlers) => save.mutate({ ...values, base }, handlers)}
        shared={{ labels: { fullName: 'Full Name', bio: 'Bio', location: 'Location' }, load: loadOwnProfile }}
      >
        <Stack gap="md">
          <LimitedTextInput
            label="Full Name"
            withAsterisk
            aria-required
            autoComplete="name"
            limit={LIMITS.personName}
            {...form.getInputProps('fullName')}
          />
          <Textarea
            label="Bio"
            description="Describe your content, your audience and your style in two or three sentences."
            placeholder={DEFAULT_BIO}
            minRows={4}
            maxRows={12}
            {...form.getInputProps('bio')}
          />
          <TextInput
            label="Location"
            placeholder={DEFAULT_LOCATION}
            autoComplete="off"
            {...form.getInputProps('location')}
          />
        </Stack>
      </SettingsSectionForm>
    </AnchoredSection>
  );
}

const toNameFields = ({ fullName }: OwnProfile) => ({ fullName });

export function BrandNameSection({ profile }: { profile: OwnProfile }) {
  const form = useForm({ initialValues: toNameFields(profile), validate: schemaResolver(profileName, { sync: true }) });
  const save = trpc.profiles.saveName.useMutation(createSaveHandlers('Name saved'));
  return (
    <AnchoredSection id="about" title="Your brand" text="Creators see this name on your orders and messages.">
      <SettingsSectionForm
        form={form}
        valuesOf={toNameFields}
        isSaving={save.isPending}
        saveLabel="Save name"
        onSave={(values, base, handlers) => save.mutate({ ...values, base }, handlers)}
        shared={{ labels: { fullName: 'Company or full name' }, load: loadOwnProfile }}
      >
        <LimitedTextInput
          label="Company or full name"
          withAsterisk
          aria-required
          autoComplete="organization"
          limit={LIMITS.personName}
          {...form.getInputProps('fullName')}
        />
      </SettingsSectionForm>
    </AnchoredSection>
  );
}
