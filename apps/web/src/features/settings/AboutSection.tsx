import { Stack, Textarea, TextInput } from '@mantine/core';
import { LIMITS, DEFAULT_BIO, DEFAULT_LOCATION, profileAbout, profileName } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { trpc } from '../../trpc.ts';
import { SettingsSection } from '../../ui/SettingsSection.tsx';
import type { OwnProfile } from '../profiles/profileCache.ts';
import { answering, SectionForm } from './sections.tsx';

interface About {
  fullName: string;
  bio: string;
  location: string;
}

/** The documented defaults are what is shown for nothing: in the form they are placeholders. */
const aboutOf = ({ fullName, bio, location }: OwnProfile): About => ({
  fullName,
  bio: bio === DEFAULT_BIO ? '' : bio,
  location: location === DEFAULT_LOCATION ? '' : location,
});

/** A creator's name, words and place. */
export function AboutSection({ profile }: { profile: OwnProfile }) {
  const form = useForm({ initialValues: aboutOf(profile), validate: schemaResolver(profileAbout, { sync: true }) });
  const save = trpc.profiles.saveAbout.useMutation(answering('Details saved'));
  return (
    <SettingsSection id="about" title="About you">
      <SectionForm
        form={form}
        valuesOf={aboutOf}
        isSaving={save.isPending}
        saveLabel="Save details"
        onSave={save.mutate}
      >
        <Stack gap="md">
          <TextInput
            label="Full Name"
            withAsterisk
            aria-required
            autoComplete="name"
            maxLength={LIMITS.personName}
            {...form.getInputProps('fullName')}
          />
          <Textarea
            label="Bio"
            description="What you make, for whom, and what brands can expect. Two or three sentences work best."
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
      </SectionForm>
    </SettingsSection>
  );
}

const nameOf = ({ fullName }: OwnProfile) => ({ fullName });

/** A brand's name. */
export function BrandSection({ profile }: { profile: OwnProfile }) {
  const form = useForm({ initialValues: nameOf(profile), validate: schemaResolver(profileName, { sync: true }) });
  const save = trpc.profiles.saveName.useMutation(answering('Name saved'));
  return (
    <SettingsSection id="about" title="Your brand" text="Creators see this name on every order and message.">
      <SectionForm form={form} valuesOf={nameOf} isSaving={save.isPending} saveLabel="Save name" onSave={save.mutate}>
        <TextInput
          label="Company or full name"
          withAsterisk
          aria-required
          autoComplete="organization"
          maxLength={LIMITS.personName}
          {...form.getInputProps('fullName')}
        />
      </SectionForm>
    </SettingsSection>
  );
}
