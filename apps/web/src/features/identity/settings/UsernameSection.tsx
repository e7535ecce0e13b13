import { Text, TextInput } from '@mantine/core';
import { usernameChange } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { paths } from '../../../paths.ts';
import { getScope, trpc } from '../../../trpc.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import type { OwnProfile } from '../../catalog/profiles/profileCache.ts';
import { createSaveHandlers, SettingsSectionForm } from './SettingsSections.tsx';

/** Delay between the last key press and the check whether the username is available. */
const USERNAME_DEBOUNCE_MS = 350;

const toUsernameFields = ({ username }: OwnProfile) => ({ username });

/** Lets the user change their username. Shows whether the new one is available and what happens to old links. */
export function UsernameSection({ profile }: { profile: OwnProfile }) {
  const form = useForm({
    initialValues: toUsernameFields(profile),
    validate: schemaResolver(usernameChange, { sync: true }),
    validateInputOnChange: true,
  });
  const save = trpc.profiles.changeUsername.useMutation(createSaveHandlers('Username saved'));
  const isCreator = profile.userType === 'influencer';
  const host = getScope().origin.replace(/^https?:\/\//, '');
  const availability = useUsernameAvailability(form.values.username, profile.username);

  return (
    <AnchoredSection
      id="username"
      title={isCreator ? 'Your link' : 'Username'}
      text={
        isCreator
          ? 'If you change your username, links with your last three usernames still lead to your profile.'
          : 'Creators see it next to your name.'
      }
    >
      <SettingsSectionForm
        form={form}
        valuesOf={toUsernameFields}
        isSaving={save.isPending}
        saveLabel="Save username"
        onSave={(values, _, handlers) => save.mutate(values, handlers)}
        shared={null}
      >
        <TextInput
          label="Username"
          withAsterisk
          aria-required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          leftSection="@"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={
            isCreator ? host + paths.shortProfile({ username: form.values.username.trim().toLowerCase() }) : undefined
          }
          {...form.getInputProps('username')}
        />
        <Text
          component="output"
          display="block"
          size="sm"
          mt={6}
          c={availability?.isFree === false ? 'var(--mantine-color-error)' : 'dimmed'}
        >
          {availability?.text}
        </Text>
        {profile.formerUsernames.length > 0 && (
          <Text size="sm" c="dimmed" mt={6}>
            Also leads to your profile: {profile.formerUsernames.map((each) => `@${each}`).join(', ')}
          </Text>
        )}
      </SettingsSectionForm>
    </AnchoredSection>
  );
}

/** Returns whether the typed username is available, or undefined if it is invalid, unchanged or not checked yet. */
function useUsernameAvailability(typed: string, own: string): { isFree: boolean; text: string } | undefined {
  const [paused] = useDebouncedValue(typed, USERNAME_DEBOUNCE_MS);
  const parsed = usernameChange.safeParse({ username: paused });
  const username = parsed.data?.username ?? '';
  const isAsked = parsed.success && username !== own && paused === typed;
  const { data: isFree } = trpc.profiles.isUsernameAvailable.useQuery(
    { username },
    { enabled: isAsked, staleTime: 10_000 },
  );
  if (!isAsked || isFree === undefined) return undefined;
  return { isFree, text: isFree ? `@${username} is available` : `@${username} is not available` };
}
